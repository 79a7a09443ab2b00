package dev.troupe.dijob;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Guesses what somebody meant to write.
final class Spelling {
    private Spelling() {}

    /// The known name that differs by a letter in four at most.
    static Optional<String> nearest(String written, Collection<String> known) {
        return known.stream().filter(name -> distance(written, name) <= Math.max(1, name.length() / 4))
                .min(Comparator.comparingInt((String name) -> distance(written, name)).thenComparing(Comparator.naturalOrder()));
    }

    /// How many letters must be put in, taken out or replaced; capitals do not matter.
    private static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
