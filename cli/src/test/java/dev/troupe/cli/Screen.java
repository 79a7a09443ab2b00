package dev.troupe.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a terminal shows after some output: it wraps long lines, scrolls, and obeys the two commands that the demo gives it.
final class Screen {
    private static final Pattern UP = Pattern.compile("\u001b\\[(\\d+)A");
    private static final String CLEAR_BELOW = "\u001b[J";

    private final TerminalSize size;
    private final List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
    private int row;

    private Screen(TerminalSize size) {
        this.size = size;
    }

    /// All lines, those that have scrolled away included.
    static String of(TerminalSize size, String output) {
        Screen screen = new Screen(size);
        Matcher up = UP.matcher(output);
        for (int i = 0; i < output.length();) {
            if (up.region(i, output.length()).lookingAt()) {
                // Not further than the first line that is still to be seen.
                screen.row = Math.max(Math.max(0, screen.lines.size() - size.rows()), screen.row - Integer.parseInt(up.group(1)));
                i = up.end();
            } else if (output.startsWith(CLEAR_BELOW, i)) {
                screen.lines.subList(screen.row, screen.lines.size()).clear();
                screen.lines.add(new StringBuilder());
                i += CLEAR_BELOW.length();
            } else {
                screen.write(output.charAt(i++));
            }
        }
        return String.join("\n", screen.lines);
    }

    private void write(char c) {
        if (c == '\n' || lines.get(row).length() == size.columns()) {
            row++;
            if (row == lines.size()) {
                lines.add(new StringBuilder());
            }
        }
        if (c != '\n') {
            lines.get(row).append(c);
        }
    }
}
