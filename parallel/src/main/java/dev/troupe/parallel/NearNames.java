package dev.troupe.parallel;

import dev.troupe.text.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Finds the names that a user may have meant.
final class NearNames {
    private static final int MOST = 3;

    private NearNames() {}

    static List<String> of(String wanted, Collection<String> names) {
        return names.stream().filter(name -> simple(name).equals(simple(wanted)) || EditDistance.between(name, wanted) <= 2)
                .sorted(Comparator.<String>comparingInt(name -> EditDistance.between(name, wanted))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST).toList();
    }

    private static String simple(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1).toLowerCase(Locale.ROOT);
    }
}
