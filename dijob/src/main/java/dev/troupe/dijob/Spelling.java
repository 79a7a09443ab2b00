package dev.troupe.dijob;

import dev.troupe.text.EditDistance;
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

    /// Capitals do not matter.
    private static int distance(String left, String right) {
        return EditDistance.between(left.toLowerCase(Locale.ROOT), right.toLowerCase(Locale.ROOT));
    }
}
