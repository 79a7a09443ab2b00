package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.ray.api.ActorHandle;
import io.ray.api.Ray;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Actors with processes of their own that come and go.
final class SpareProcessesTest {
    private static final String OPTION = "-Xmx65m";

    private static ActorHandle<Counter> create(String option) {
        return Ray.actor(Counter::new, 1).setJvmOptions(List.of(option)).remote();
    }

    private static long pid(ActorHandle<Counter> actor) {
        return actor.task(Counter::pid).remote().get();
    }

    private static Set<Long> running() {
        return ProcessHandle.current().descendants().filter(process -> process.info().commandLine().orElse("").contains(OPTION))
                .map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    @In({EMBEDDED, CLUSTER})
    void anActorLikeThoseBeforeItGetsAProcessThatWasStartedAhead() {
        var first = create(OPTION);
        var second = create(OPTION);
        var used = Set.of(pid(first), pid(second));
        assertEquals(2, used.size(), "each has its own");
        first.kill();
        var spare = new HashSet<Long>();
        eventually("a spare process starts", () -> {
            spare.addAll(running());
            spare.removeAll(used);
            return !spare.isEmpty();
        });
        assertNotEquals(spare, Set.of(pid(create("-Xmx66m"))), "an actor with other options");
        assertEquals(spare, Set.of(pid(create(OPTION))));
    }
}
