package dev.troupe.operator;

import dev.troupe.lifecycle.Unplaced;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Room that is reserved for gangs whose pods are being created. A census that was taken earlier still shows it as free.
final class Promises {
    /// Longer than it takes to create the pods of a gang and to see them in a census.
    static final Duration LIFE = Duration.ofMinutes(1);

    private final InstantSource clock;
    /// The key is `namespace/pod`.
    private final Map<String, Promise> given = new HashMap<>();

    private record Promise(Room.Needs needs, int priority, Instant until) {}

    Promises(InstantSource clock) {
        this.clock = clock;
    }

    /// Reserves room for all of these pods, or for none of them.
    ///
    /// @param pods by name
    /// @param whose their priority compared with other pods
    /// @return the pods without room
    synchronized List<Unplaced> lacking(String namespace, Map<String, Room.Needs> pods, Standing whose, Census census) {
        Instant now = clock.instant();
        given.values().removeIf(promise -> promise.until().isBefore(now));
        pods.keySet().forEach(pod -> given.remove(namespace + "/" + pod));
        Room room = census.room(whose);
        Map<Room.Needs, Integer> coming = new HashMap<>();
        given.forEach((pod, promise) -> {
            if (!census.has(pod) && !whose.displaces(promise.priority())) {
                coming.merge(promise.needs(), 1, Integer::sum);
            }
        });
        coming.forEach(room::expect);
        List<String> lacking = room.lacking(pods);
        if (lacking.isEmpty()) {
            pods.forEach((pod, needs) -> given.put(namespace + "/" + pod, new Promise(needs, whose.priority(), now.plus(LIFE))));
        }
        return lacking.stream().map(pod -> new Unplaced(pod, room.shortage(pods.get(pod)))).toList();
    }
}
