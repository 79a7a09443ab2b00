package dev.troupe.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A table as pages show it: text at the left and figures at the right of their columns.
final class Table {
    private final List<String> titles;
    private final List<List<String>> rows = new ArrayList<>();

    /// @param titles those of columns with figures end with a colon
    Table(String... titles) {
        this.titles = List.of(titles);
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    void print() {
        print(titles.stream().map(title -> title.replace(":", "")).toList());
        System.out.println(IntStream.range(0, titles.size()).mapToObj(i -> "-".repeat(width(i) + 1) + (figures(i) ? ":" : "-"))
                .collect(Collectors.joining("|", "|", "|")));
        rows.forEach(this::print);
    }

    private void print(List<String> cells) {
        System.out.println(IntStream.range(0, cells.size()).mapToObj(i -> {
            String space = " ".repeat(width(i) - cells.get(i).length());
            return figures(i) ? space + cells.get(i) : cells.get(i) + space;
        }).collect(Collectors.joining(" | ", "| ", " |")));
    }

    private boolean figures(int column) {
        return titles.get(column).endsWith(":");
    }

    private int width(int column) {
        return Math.max(titles.get(column).replace(":", "").length(),
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
    }
}
