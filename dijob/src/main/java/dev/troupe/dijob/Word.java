package dev.troupe.dijob;

import java.util.Locale;

/// A value with a spelling of its own in files.
public interface Word {
    /// The spelling.
    String word();

    static String small(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    static String capital(Enum<?> value) {
        return value.name().charAt(0) + value.name().substring(1).toLowerCase(Locale.ROOT);
    }
}
