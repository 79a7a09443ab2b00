package dev.troupe.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Named figures of several rounds. Printed as lines that [Report] reads: the median of the rounds after the first two, in which
/// the JIT compiler is still at work.
final class Figures {
    private static final String MARK = "figure ";
    private static final int WARM_UP = 2;

    private final Map<String, List<Double>> rounds = new LinkedHashMap<>();

    void add(String name, double value) {
        rounds.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    }

    /// Adds a floor and ours, measured one after the other, and their ratio: what stays comparable when the machine changes its mood
    /// between two rounds.
    void addPair(String name, double floor, double ours) {
        add("floor." + name, floor);
        add(name, ours);
        add("ratio." + name, ours / floor);
    }

    void print() {
        rounds.forEach((name, values) -> print(name, median(values)));
    }

    static void print(String name, double value) {
        IO.println(MARK + name + " " + value);
    }

    /// Keeps the figure of a line that has one.
    static void read(String line, Map<String, Double> figures) {
        int at = line.indexOf(MARK);
        if (at >= 0) {
            String figure = line.substring(at + MARK.length());
            int space = figure.indexOf(' ');
            figures.put(figure.substring(0, space), Double.valueOf(figure.substring(space + 1)));
        }
    }

    private static double median(List<Double> values) {
        List<Double> warm = values.size() > WARM_UP ? values.subList(WARM_UP, values.size()) : values;
        List<Double> sorted = warm.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
