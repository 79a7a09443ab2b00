package dev.troupe.ssh;

import java.util.Locale;
import java.util.Optional;

/// Amounts of memory and disk.
final class Bytes {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};

    private Bytes() {}

    /// As `df -k` prints it.
    static Optional<Long> ofKibibytes(String text) {
        return text.matches("[0-9]{1,15}") ? Optional.of(Long.parseLong(text) << 10) : Optional.empty();
    }

    static String text(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (amount >= 1024 && unit < UNITS.length - 1) {
            amount /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, amount < 10 && unit > 0 ? "%.1f %s" : "%.0f %s", amount, UNITS[unit]);
    }
}
