package dev.troupe.dijob;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;

/// Maps, lists and scalars as text for people and programs.
public final class TreeText {
    private TreeText() {}

    public static String yaml(Object tree) {
        DumpSettings settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).setDefaultScalarStyle(ScalarStyle.PLAIN)
                .setMultiLineFlow(false).setWidth(160).build();
        return new Dump(settings).dumpToString(tree);
    }

    public static String json(Object tree) {
        return json(tree, "\n") + "\n";
    }

    private static String json(Object value, String newline) {
        return switch (value) {
            case Map<?, ?> map when !map.isEmpty() -> {
                StringJoiner entries = new StringJoiner("," + newline + "  ", "{" + newline + "  ", newline + "}");
                map.forEach((key, one) -> entries.add(quoted(String.valueOf(key)) + ": " + json(one, newline + "  ")));
                yield entries.toString();
            }
            case Map<?, ?> _ -> "{}";
            case List<?> list when !list.isEmpty() -> {
                StringJoiner entries = new StringJoiner("," + newline + "  ", "[" + newline + "  ", newline + "]");
                list.forEach(one -> entries.add(json(one, newline + "  ")));
                yield entries.toString();
            }
            case List<?> _ -> "[]";
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            case null -> "null";
            case Object scalar -> quoted(scalar.toString());
        };
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> quoted.append(c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return quoted.append('"').toString();
    }
}
