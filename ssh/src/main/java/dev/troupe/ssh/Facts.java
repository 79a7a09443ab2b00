package dev.troupe.ssh;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a [Probe] has found on a machine.
///
/// @param values in the order in which they were found
/// @param ahead how far its clock is ahead of ours at least; zero if they may be equal
record Facts(Map<String, List<String>> values, Duration ahead) {
    Facts { values = Map.copyOf(values); }

    /// @param printed lines of names and values; others, such as greetings, are skipped
    /// @param before our time before the probe
    /// @param after our time after it
    static Facts of(List<String> printed, Instant before, Instant after) {
        Map<String, List<String>> values = new HashMap<>();
        for (String line : printed) {
            int equals = line.indexOf('=');
            if (line.startsWith(Probe.MARK) && equals > 0) {
                values.computeIfAbsent(line.substring(Probe.MARK.length(), equals), _ -> new ArrayList<>())
                        .add(line.substring(equals + 1).strip());
            }
        }
        Duration ahead = Optional.ofNullable(values.get("time")).flatMap(time -> instant(time.getFirst()))
                .map(there -> there.isBefore(before) ? Duration.between(before, there)
                        : there.isAfter(after) ? Duration.between(after, there) : Duration.ZERO)
                .orElse(Duration.ZERO);
        return new Facts(values, ahead);
    }

    /// Some machines know only whole seconds.
    private static Optional<Instant> instant(String seconds) {
        if (!seconds.matches("[0-9]{1,12}(\\.[0-9]{1,9})?")) {
            return seconds.matches("[0-9]{1,12}\\D.*") ? instant(seconds.replaceFirst("\\D.*", ".5")) : Optional.empty();
        }
        return Optional.of(Instant.EPOCH.plusNanos(new BigDecimal(seconds).movePointRight(9).longValue()));
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    Optional<String> one(String name) {
        return all(name).stream().findFirst();
    }

    /// With one more value.
    Facts with(String name, String value) {
        Map<String, List<String>> more = new HashMap<>(values);
        more.put(name, List.of(value));
        return new Facts(more, ahead);
    }
}
