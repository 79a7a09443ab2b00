package dev.troupe.examples.cartpole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The learning curve: how good the agent was after how many pushes. Kept as `curve.csv` and drawn as `curve.svg`, both as complete as
/// the last evaluation. One thread at a time.
final class Curve {
    private static final String HEAD = "iteration,env_steps,episodes,mean_reward";

    private final Path csv;
    private final Path svg;
    private final double stopValue;
    private final List<Evaluation> points = new ArrayList<>();

    Curve(Path directory, double stopValue) {
        csv = directory.resolve("curve.csv");
        svg = directory.resolve("curve.svg");
        this.stopValue = stopValue;
    }

    /// Goes on with the curve that is there, up to this experience: what came later is learned anew.
    void resume(Experience last) throws IOException {
        if (Files.exists(csv)) {
            Files.readAllLines(csv).stream().skip(1).map(Curve::point).filter(point -> point.experience().iteration() <= last.iteration())
                    .forEach(points::add);
        }
    }

    void add(Evaluation evaluation) throws IOException {
        points.add(evaluation);
        try {
            Files.createDirectories(csv.toAbsolutePath().getParent());
            Files.writeString(csv, csv());
            Files.writeString(svg, new CurveDrawing(points, stopValue).svg());
        } catch (IOException e) {
            throw new IOException(
                    "the learning curve " + csv + " was not written: " + e.getMessage() + "; free some space or choose another path",
                    e);
        }
    }

    List<Evaluation> points() {
        return List.copyOf(points);
    }

    Path csvFile() {
        return csv;
    }

    Path svgFile() {
        return svg;
    }

    private String csv() {
        StringBuilder text = new StringBuilder(HEAD).append('\n');
        for (Evaluation point : points) {
            Experience at = point.experience();
            text.append(String.format(Locale.ROOT, "%d,%d,%d,%.2f%n", at.iteration(), at.envStep(), at.envEpisode(), point.reward()));
        }
        return text.toString();
    }

    private static Evaluation point(String line) {
        String[] cells = line.split(",", -1);
        return new Evaluation(new Experience(Long.parseLong(cells[0]), Long.parseLong(cells[1]), Long.parseLong(cells[2])),
                Double.parseDouble(cells[3]));
    }
}
