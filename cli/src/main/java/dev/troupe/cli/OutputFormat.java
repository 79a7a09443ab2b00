package dev.troupe.cli;

import dev.troupe.dijob.TreeText;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/// How a command answers, option `-o`.
enum OutputFormat {
    TABLE, WIDE, JSON, YAML;

    static OutputFormat of(String text) {
        return Stream.of(values()).filter(format -> format != TABLE && format.name().toLowerCase(Locale.ROOT).equals(text)).findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is not an output format; use json, yaml or wide"));
    }

    boolean isTable() {
        return this == TABLE || this == WIDE;
    }

    /// A tree as text, for the formats that are no table.
    String text(Object tree) {
        return this == JSON ? TreeText.json(tree) : TreeText.yaml(tree);
    }
}
