package dev.troupe.lifecycle;

import java.util.List;
import java.util.regex.Pattern;

/// The last output of a program before it failed: one or two lines of its termination message, for people.
final class LastWords {
    private static final int LINES = 2;
    private static final int LENGTH = 200;
    /// Stack frames are skipped, because the exception says more.
    private static final Pattern FRAME = Pattern.compile("at \\S+\\(.*\\)|\\.\\.\\. \\d+ more|\\.\\.\\. \\d+ common frames omitted");

    private LastWords() {}

    /// Empty if there was no output.
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
