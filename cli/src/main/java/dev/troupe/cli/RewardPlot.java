package dev.troupe.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Mean rewards over steps, drawn with characters.
///
/// @param columns the maximum number of characters in a line
record RewardPlot(List<DemoNews.Evaluation> points, boolean unicode, int columns) {
    /// The minimum number of columns and lines of a useful plot.
    static final int LEAST_COLUMNS = 40;
    static final int LINES = 14;

    private static final int SCALE = 6;
    private static final int WIDEST = 64;
    private static final int HEIGHT = 10;
    private static final double MOST = 500;

    List<String> lines() {
        char[][] cells = new char[HEIGHT + 1][width()];
        for (char[] row : cells) {
            Arrays.fill(row, ' ');
        }
        long last = Math.max(1, points.stream().mapToLong(DemoNews.Evaluation::steps).max().orElse(1));
        for (int i = 0; i < points.size(); i++) {
            var from = points.get(Math.max(0, i - 1));
            var to = points.get(i);
            int begin = column(from.steps(), last);
            int end = column(to.steps(), last);
            for (int column = begin; column <= end; column++) {
                double share = end == begin ? 1 : (double) (column - begin) / (end - begin);
                cells[row(from.reward() + share * (to.reward() - from.reward()))][column] = unicode ? '·' : '.';
            }
        }
        points.forEach(point -> cells[row(point.reward())][column(point.steps(), last)] = unicode ? '●' : '*');
        return drawn(cells, last);
    }

    private List<String> drawn(char[][] cells, long last) {
        List<String> lines = new ArrayList<>();
        lines.add("mean reward of 100 episodes");
        for (int row = 0; row <= HEIGHT; row++) {
            String scale = row % 2 == 0 ? "%4.0f".formatted(MOST * (HEIGHT - row) / HEIGHT) : "    ";
            lines.add((scale + (unicode ? " │" : " |") + new String(cells[row])).stripTrailing());
        }
        String steps = String.format(Locale.ROOT, "%,d steps", last);
        lines.add("     " + (unicode ? "└" : "+") + (unicode ? "─" : "-").repeat(width()));
        lines.add("      0" + " ".repeat(width() - 1 - steps.length()) + steps);
        return lines;
    }

    private static int row(double reward) {
        return HEIGHT - (int) Math.round(Math.clamp(reward, 0, MOST) / MOST * HEIGHT);
    }

    private int width() {
        return Math.min(WIDEST, columns - SCALE);
    }

    private int column(long steps, long last) {
        return (int) Math.round((double) steps / last * (width() - 1));
    }
}
