package dev.troupe.runtime;

import dev.troupe.runtime.Sources.Found;
import dev.troupe.values.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses values of settings. Invalid values are rejected with a message that names the setting.
final class Parse {
    private static final String SIZE = "(\\d+(?:\\.\\d+)?)\\s*([kmgt]?)(?:i?b)?";

    private Parse() {}

    static boolean flag(Optional<Found> found, boolean unsaid) {
        if (found.isEmpty()) {
            return unsaid;
        }
        return switch (found.get().value().toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1" -> true;
            case "false", "no", "off", "0" -> false;
            default -> throw found.get().wrong("it must be true or false");
        };
    }

    static int whole(Optional<Found> found, int least, int unsaid) {
        if (found.isEmpty()) {
            return unsaid;
        }
        try {
            int value = Integer.parseInt(found.get().value());
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw found.get().wrong("it must be a whole number, " + least + " or more");
    }

    /// Bytes: `104857600`, `100MB`, `1.5g`; a kilobyte has 1,024.
    static long size(Optional<Found> found, long unsaid) {
        if (found.isEmpty()) {
            return unsaid;
        }
        Matcher matcher = Pattern.compile(SIZE).matcher(found.get().value().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw found.get().wrong("it must be a number of bytes, for example 100MB or 2GB");
        }
        String letter = matcher.group(2);
        long unit = letter.isEmpty() ? 1 : 1L << (10 * (1 + "kmgt".indexOf(letter)));
        double bytes = Double.parseDouble(matcher.group(1)) * unit;
        if (bytes > Long.MAX_VALUE / 2.0) {
            throw found.get().wrong("that is more than any machine has");
        }
        return (long) bytes;
    }

    /// A resource: not negative, and a whole number from 1 on.
    static double amount(Optional<Found> found, double unsaid) {
        if (found.isEmpty()) {
            return unsaid;
        }
        try {
            double value = Double.parseDouble(found.get().value());
            if (value >= 0 && value < 1e12 && (value < 1 || value == Math.rint(value))) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw found.get().wrong("it must be a number, 0 or more, and a whole number from 1 on");
    }

    static Optional<Path> path(Optional<Found> found) {
        return found.isEmpty() ? Optional.empty() : Optional.of(Path.of(found.get().value()).toAbsolutePath());
    }

    static Optional<String> text(Optional<Found> found) {
        return found.isEmpty() ? Optional.empty() : Optional.of(found.get().value());
    }

    /// A JSON object of texts or numbers.
    static Map<String, String> members(Found found, String example) {
        try {
            if (Json.parse(found.value()) instanceof Map<?, ?> map
                    && map.values().stream()
                            .allMatch(each -> each instanceof String || each instanceof Number || each instanceof Boolean)) {
                Map<String, String> members = new LinkedHashMap<>();
                map.forEach((key, value) -> members.put((String) key, value.toString()));
                return members;
            }
        } catch (IllegalArgumentException e) {
            throw found.wrong("it must be JSON like " + example + "; " + e.getMessage());
        }
        throw found.wrong("it must be JSON like " + example);
    }
}
