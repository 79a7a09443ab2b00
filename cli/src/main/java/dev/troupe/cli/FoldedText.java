package dev.troupe.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Text whose long lines are broken between words, so that they fit into a number of columns. A word that is longer than that stays whole.
///
/// @param columns how long lines may be
record FoldedText(int columns) {
    private static final Pattern ENTRY = Pattern.compile(" *((?:-\\w, )?\\S+) +(\\S.*)");
    private static final String NAME_INDENT = "  ";
    private static final int DESCRIPTION_INDENT = 6;
    /// In a list, a line that is indented further than any name is a description.
    private static final int DEEPEST_NAME = 12;
    private static final int MOST = 24;

    /// Continues each line that is too long below its first word.
    String paragraphs(String text) {
        return text.lines().map(line -> line.length() <= columns ? line : folded(line.strip(), Math.min(indent(line), MOST)))
                .collect(Collectors.joining(System.lineSeparator())) + (text.isEmpty() ? "" : System.lineSeparator());
    }

    /// Writes the description of each option, parameter or command below its name.
    String list(String text) {
        return text.lines().map(this::entry).collect(Collectors.joining(System.lineSeparator()))
                + (text.isEmpty() ? "" : System.lineSeparator());
    }

    private String entry(String line) {
        if (indent(line) > DEEPEST_NAME) {
            return folded(line.strip(), DESCRIPTION_INDENT);
        }
        Matcher entry = ENTRY.matcher(line.stripTrailing());
        return NAME_INDENT + (entry.matches() ? entry.group(1) + System.lineSeparator() + folded(entry.group(2), DESCRIPTION_INDENT)
                : line.strip());
    }

    private String folded(String words, int indent) {
        StringBuilder lines = new StringBuilder();
        StringBuilder line = new StringBuilder();
        for (String word : words.split(" ", -1)) {
            if (!line.isEmpty() && indent + line.length() + 1 + word.length() > columns) {
                lines.append(" ".repeat(indent)).append(line).append(System.lineSeparator());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        return lines.append(" ".repeat(indent)).append(line).toString();
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }
}
