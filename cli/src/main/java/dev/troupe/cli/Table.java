package dev.troupe.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Rows under headers, aligned.
final class Table {
    private static final String GAP = "   ";
    private static final String NOTHING = "<none>";

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headers) {
        rows.add(List.of(headers));
    }

    /// Adds a row; what is empty is shown as nothing.
    Table row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(text(cell));
        }
        rows.add(row);
        return this;
    }

    private static String text(Object cell) {
        String text = switch (cell) {
            case Optional<?> value -> value.map(Object::toString).orElse("");
            case OptionalInt value -> value.isPresent() ? Integer.toString(value.getAsInt()) : "";
            case Object value -> value.toString();
        };
        return text.isEmpty() ? NOTHING : text;
    }

    void print(PrintWriter out, String indent) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        rows.forEach(row -> {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i));
                if (i < columns - 1) {
                    line.append(" ".repeat(widths[i] - row.get(i).length())).append(GAP);
                }
            }
            out.println(line);
        }
        out.flush();
    }
}
