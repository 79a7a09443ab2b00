package dev.troupe.link;

import dev.troupe.transport.Connection;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/// The connections that have not proven themselves yet. Their number is limited, and none may keep others out: when there is no place left, the
/// machine with the most connections loses its oldest. Some places are reserved for machines from which a peer has connected before.
final class Strangers {
    /// The number of connections that may be in their handshake at the same time.
    static final int MOST = 256;
    /// The number of these that may come from unknown machines.
    static final int MOST_UNKNOWN = 192;
    /// Each connection may try for at least this long, however many others arrive.
    static final Duration UNDISTURBED = Duration.ofMillis(200);
    /// Above this number they have less time.
    static final int MANY = MOST_UNKNOWN / 2;
    /// How long a handshake from an unknown machine may take while many are in progress.
    static final Duration LITTLE_PATIENCE = Duration.ofSeconds(2);
    private static final int MOST_REMEMBERED = 1000;

    /// The result for a new connection.
    sealed interface Verdict {
        /// It is admitted.
        record Welcome() implements Verdict {}

        /// It is admitted in place of another connection, which must be closed.
        record InsteadOf(Connection oldest) implements Verdict {}

        /// It is rejected.
        record TurnedAway() implements Verdict {}
    }

    private record Place(String machine, long since) {}

    private final LongSupplier clock;
    /// By age, the oldest first.
    private final Map<Connection, Place> places = new LinkedHashMap<>();
    /// Machines from which a peer has proven itself, the latest last.
    private final Set<String> known = Collections.newSetFromMap(new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_REMEMBERED;
        }
    });

    /// @param clock in nanoseconds
    Strangers(LongSupplier clock) {
        this.clock = clock;
    }

    synchronized Verdict admit(Connection newcomer) {
        boolean unknown = !known.contains(newcomer.machine());
        long unknowns = unknown ? places.values().stream().filter(place -> !known.contains(place.machine())).count() : 0;
        Verdict verdict = new Verdict.Welcome();
        if (unknowns >= MOST_UNKNOWN || places.size() >= MOST) {
            verdict = makeRoom(newcomer.machine(), unknowns >= MOST_UNKNOWN);
        }
        if (!(verdict instanceof Verdict.TurnedAway)) {
            places.put(newcomer, new Place(newcomer.machine(), clock.getAsLong()));
        }
        return verdict;
    }

    /// How long its handshake may take.
    synchronized Duration patience(Connection connection, Duration most) {
        boolean hurry = places.size() >= MANY && !known.contains(connection.machine());
        return hurry && most.compareTo(LITTLE_PATIENCE) > 0 ? LITTLE_PATIENCE : most;
    }

    /// The peer has proven that it knows the token.
    synchronized void proven(Connection connection) {
        places.remove(connection);
        known.add(connection.machine());
    }

    synchronized void leave(Connection connection) {
        places.remove(connection);
    }

    private Verdict makeRoom(String newcomer, boolean amongUnknown) {
        Map<String, Integer> held = new HashMap<>();
        held.put(newcomer, 1);
        for (Place place : places.values()) {
            if (!amongUnknown || !known.contains(place.machine())) {
                held.merge(place.machine(), 1, Integer::sum);
            }
        }
        int most = Collections.max(held.values());
        for (Iterator<Map.Entry<Connection, Place>> each = places.entrySet().iterator(); each.hasNext();) {
            Map.Entry<Connection, Place> entry = each.next();
            Place place = entry.getValue();
            if (held.getOrDefault(place.machine(), 0) == most) {
                if (clock.getAsLong() - place.since() < UNDISTURBED.toNanos()) {
                    return new Verdict.TurnedAway();
                }
                each.remove();
                return new Verdict.InsteadOf(entry.getKey());
            }
        }
        return new Verdict.TurnedAway();
    }
}
