package dev.troupe.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The lines that the example prints.
sealed interface DemoNews {
    /// The progress of the training.
    record Progress(long steps, long episodes, long iterations, long eventsPerSecond) implements DemoNews {}

    /// The mean reward of the agent after a number of steps.
    record Evaluation(double reward, long steps) implements DemoNews {}

    /// The training cannot continue, and a retry would not help.
    ///
    /// @param exitCode 2 if the command line is invalid, else 1
    record Failure(String why, int exitCode) implements DemoNews {}

    /// Any other line, such as a message about a restarted worker.
    record Remark(String text) implements DemoNews {}

    Pattern WORKER = Pattern.compile("^\\[\\d+] ");
    Pattern PROGRESS = Pattern.compile("progress: \\d+ s, (\\d+) steps, (\\d+) episodes, (\\d+) iterations, (\\d+) events/s");
    Pattern EVALUATION = Pattern.compile("evaluation: ([\\d.]+) after (\\d+) steps");

    Pattern FAILURE = Pattern.compile("(failed|refused): (.+)");

    static DemoNews of(String line) {
        String text = WORKER.matcher(line).replaceFirst("");
        Matcher progress = PROGRESS.matcher(text);
        if (progress.matches()) {
            return new Progress(number(progress, 1), number(progress, 2), number(progress, 3), number(progress, 4));
        }
        Matcher evaluation = EVALUATION.matcher(text);
        if (evaluation.matches()) {
            return new Evaluation(Double.parseDouble(evaluation.group(1)), number(evaluation, 2));
        }
        Matcher failure = FAILURE.matcher(text);
        return failure.matches() ? new Failure(failure.group(2), failure.group(1).equals("refused") ? 2 : 1) : new Remark(line);
    }

    /// The evaluations of a `curve.csv`, none if there is no such file.
    static List<Evaluation> curve(Path csv) throws IOException {
        if (!Files.exists(csv)) {
            return List.of();
        }
        return Files.readAllLines(csv).stream().skip(1).map(line -> line.split(",", -1))
                .map(cells -> new Evaluation(Double.parseDouble(cells[3]), Long.parseLong(cells[1]))).toList();
    }

    private static long number(Matcher matcher, int group) {
        return Long.parseLong(matcher.group(group));
    }
}
