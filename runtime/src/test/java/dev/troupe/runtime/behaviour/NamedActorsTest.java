package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.ActorHandle;
import io.ray.api.Ray;
import java.util.Optional;

final class NamedActorsTest {
    private static Optional<ActorHandle<Counter>> find(String name) {
        return Ray.getActor(name);
    }

    private static int increaseByName(String name) {
        return find(name).orElseThrow().task(Counter::increaseAndGet, 1).remote().get();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorIsFoundByItsName() {
        var counter = Ray.actor(Counter::new, 0).setName("counter").remote();
        assertEquals(1, counter.task(Counter::increaseAndGet, 1).remote().get());
        var found = find("counter").orElseThrow();
        assertEquals(counter.getId(), found.getId());
        assertEquals(2, found.task(Counter::increaseAndGet, 1).remote().get());
        assertEquals(3, Ray.task(NamedActorsTest::increaseByName, "counter").remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorIsFoundWhileItIsStillBeingMade() {
        var gate = Gate.shut();
        var slow = Ray.actor(Counter::behind, gate).setName("slow").remote();
        var value = find("slow").orElseThrow().task(Counter::value).remote();
        gate.open();
        assertEquals(7, value.get());
        assertEquals(7, slow.task(Counter::value).remote().get());
    }

    @In({EMBEDDED, LOCAL})
    void aNameIsTakenOnlyOnce() {
        var first = Ray.actor(Counter::new, 1).setName("counter").remote();
        var second = Ray.actor(Counter::new, 2).setName("counter");
        assertThrows(IllegalArgumentException.class, second::remote);
        assertEquals(1, find("counter").orElseThrow().task(Counter::value).remote().get());
        assertEquals(1, first.task(Counter::value).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aNameNobodyHasFindsNothing() {
        assertEquals(Optional.empty(), find("nobody"));
        assertEquals(Optional.empty(), find(""));
    }

    @In({EMBEDDED, LOCAL})
    void theNameOfADeadActorIsFreeAgain() {
        var first = Ray.actor(Counter::new, 1).setName("counter").remote();
        assertEquals(1, first.task(Counter::value).remote().get());
        first.kill();
        eventually("the name is free", () -> find("counter").isEmpty());
        var second = Ray.actor(Counter::new, 2).setName("counter").remote();
        assertEquals(2, find("counter").orElseThrow().task(Counter::value).remote().get());
        assertEquals(2, second.task(Counter::value).remote().get());
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void aDetachedActorNeedsNobodyToHoldIt() {
        makeDetached();
        for (int i = 0; i < 3; i++) System.gc();
        var found = find("detached").orElseThrow();
        assertEquals(1, found.task(Counter::value).remote().get());
        assertTrue(find("detached").isPresent());
    }

    private static void makeDetached() {
        Ray.actor(Counter::new, 1).setName("detached").setLifetime(io.ray.api.options.ActorLifetime.DETACHED).remote()
                .task(Counter::value).remote().get();
    }
}
