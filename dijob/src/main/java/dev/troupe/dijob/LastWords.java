package dev.troupe.dijob;

import java.util.List;
import java.util.regex.Pattern;

/// What a program said before it failed: the last line or two of its termination message, for people.
final class LastWords {
    private static final int LINES = 2;
    private static final int LENGTH = 200;
    /// Where a Java program was is less than what it complained about.
    private static final Pattern FRAME = Pattern.compile("at \\S+\\(.*\\)|\\.\\.\\. \\d+ more|\\.\\.\\. \\d+ common frames omitted");

    private LastWords() {}

    /// Empty when it said nothing.
    static String of(String message) {
        List<String> lines = message.lines().map(line -> line.replaceAll("\\p{Cntrl}+", " ").strip())
                .filter(line -> !line.isEmpty() && !FRAME.matcher(line).matches()).toList();
        String text = String.join(" | ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
        return text.codePointCount(0, text.length()) <= LENGTH ? text : shortened(lines.getLast());
    }

    private static String shortened(String line) {
        return line.codePointCount(0, line.length()) <= LENGTH ? line : line.substring(0, line.offsetByCodePoints(0, LENGTH)) + " …";
    }
}
