package dev.troupe.head;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Amounts by name, exact to 1/10,000. Immutable; amounts of zero are omitted.
public final class Resources {
    public static final String CPU = "CPU";
    public static final String GPU = "GPU";
    /// The amount of one whole unit.
    public static final long UNIT = 10_000;
    public static final Resources NONE = new Resources(new String[0], new long[0]);

    private final String[] names;
    private final long[] amounts;
    private final int hash;

    private Resources(String[] names, long[] amounts) {
        this.names = names;
        this.amounts = amounts;
        this.hash = 31 * Arrays.hashCode(names) + Arrays.hashCode(amounts);
    }

    /// Converts amounts in units.
    ///
    /// @throws IllegalArgumentException for an amount below zero, not a number, or too large
    public static Resources of(Map<String, Double> units) {
        var sorted = new TreeMap<String, Long>();
        units.forEach((name, amount) -> {
            if (!(amount >= 0) || amount * UNIT > 0x1p60) {
                throw new IllegalArgumentException("Resource " + name + " is " + amount + ": give an amount from 0 to 100,000,000,000,000");
            }
            sorted.put(name, Math.round(amount * UNIT));
        });
        return exactly(sorted);
    }

    public static Resources cpu(double cpus) {
        return of(Map.of(CPU, cpus));
    }

    /// One resource, in units of 1/10,000.
    static Resources of(String name, long amount) {
        return amount == 0 ? NONE : new Resources(new String[]{name}, new long[]{amount});
    }

    /// In units of 1/10,000; removes zeros from the map.
    static Resources exactly(SortedMap<String, Long> sorted) {
        sorted.values().removeIf(amount -> amount == 0);
        if (sorted.isEmpty()) {
            return NONE;
        }
        var names = new String[sorted.size()];
        var amounts = new long[sorted.size()];
        int at = 0;
        for (var e : sorted.entrySet()) {
            names[at] = e.getKey();
            amounts[at++] = e.getValue();
        }
        return new Resources(names, amounts);
    }

    public boolean isEmpty() {
        return names.length == 0;
    }

    /// In units of 1/10,000.
    public long amount(String name) {
        int at = Arrays.binarySearch(names, name);
        return at < 0 ? 0 : amounts[at];
    }

    int size() {
        return names.length;
    }

    String name(int at) {
        return names[at];
    }

    long amount(int at) {
        return amounts[at];
    }

    public Resources plus(Resources other) {
        return sum(other, 1);
    }

    /// The remaining amounts; they may be below zero if more is taken than there is.
    public Resources minus(Resources other) {
        return sum(other, -1);
    }

    /// The smaller amount of each.
    Resources least(Resources other) {
        var sorted = sorted();
        sorted.replaceAll((name, amount) -> Math.min(amount, other.amount(name)));
        return exactly(sorted);
    }

    private Resources sum(Resources other, int sign) {
        var sorted = sorted();
        for (int i = 0; i < other.names.length; i++) {
            sorted.merge(other.names[i], sign * other.amounts[i], Long::sum);
        }
        return exactly(sorted);
    }

    /// Whether the others contain at least these amounts.
    public boolean fitsIn(Resources those) {
        for (int i = 0; i < names.length; i++) {
            if (amounts[i] > those.amount(names[i])) {
                return false;
            }
        }
        return true;
    }

    /// Only the named amount.
    public Resources only(String name) {
        return of(name, amount(name));
    }

    /// Amounts in units.
    public Map<String, Double> units() {
        var units = new TreeMap<String, Double>();
        for (int i = 0; i < names.length; i++) {
            units.put(names[i], (double) amounts[i] / UNIT);
        }
        return Collections.unmodifiableMap(units);
    }

    private SortedMap<String, Long> sorted() {
        var sorted = new TreeMap<String, Long>();
        for (int i = 0; i < names.length; i++) {
            sorted.put(names[i], amounts[i]);
        }
        return sorted;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Resources other && hash == other.hash && Arrays.equals(names, other.names)
                && Arrays.equals(amounts, other.amounts);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /// In readable form: `CPU 0.5, GPU 1`.
    @Override
    public String toString() {
        return isEmpty() ? "nothing" : sorted().entrySet().stream().map(e -> e.getKey() + " " + number(e.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String number(long amount) {
        return amount % UNIT == 0 ? Long.toString(amount / UNIT) : Double.toString((double) amount / UNIT);
    }
}
