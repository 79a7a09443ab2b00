package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.RayActorException;
import java.util.List;

/// Objects that are put for an actor: it need not have time for that.
final class OwnersTest {
    private static final int LARGE = 1 << 20;

    static final class Owner {
        private final ObjectRef<String> fromTheStart;

        Owner() {
            fromTheStart = Ray.put("made with it", self());
        }

        private static ActorHandle<Owner> self() {
            return Ray.getRuntimeContext().getCurrentActorHandle();
        }

        String whatItsConstructorPut() {
            return fromTheStart.get();
        }

        List<ObjectRef<Integer>> putForItself(int value) {
            return List.of(Ray.put(value, self()));
        }
    }

    private static int putFor(ActorHandle<Counter> owner, int value) {
        return Ray.put(value, owner).get();
    }

    private static void aBusyOwnerTakesObjects() {
        var gate = Gate.shut();
        var owner = Ray.actor(Counter::new, 1).setMaxPendingCalls(1).remote();
        var busy = owner.task(Counter::waitAt, gate).remote();
        gate.awaitArrivals(1);
        assertEquals("from the program", Ray.put("from the program", owner).get());
        assertEquals(7, Ray.task(OwnersTest::putFor, owner, 7).remote().get());
        assertArrayEquals(new int[LARGE], Ray.put(new int[LARGE], owner).get());
        assertEquals(5, Ray.put(List.of(Ray.put(5)), owner).get().getFirst().get());
        gate.open();
        assertEquals(1, busy.get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anOwnerThatIsBusyTakesObjectsNevertheless() {
        aBusyOwnerTakesObjects();
    }

    @In(value = CLUSTER, with = "troupe.isolation=process")
    void anOwnerThatIsBusyInAProcessOfItsOwnTakesObjectsNevertheless() {
        aBusyOwnerTakesObjects();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorPutsObjectsForItself() {
        var owner = Ray.actor(Owner::new).remote();
        assertEquals("made with it", owner.task(Owner::whatItsConstructorPut).remote().get());
        assertEquals(5, owner.task(Owner::putForItself, 5).remote().get().getFirst().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anOwnerThatIsNotMadeYetTakesObjectsOnceItIs() {
        var gate = Gate.shut();
        var owner = Ray.actor(Counter::behind, gate).remote();
        var put = Ray.task(OwnersTest::putFor, owner, 7).remote();
        gate.awaitArrivals(1);
        gate.open();
        assertEquals(7, put.get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anObjectOutlivesTheOwnerThatIsKilledInASharedProcess() {
        var owner = Ray.actor(Counter::new, 1).remote();
        var object = Ray.put(List.of(1, 2), owner);
        owner.kill();
        assertThrows(RayActorException.class, () -> owner.task(Counter::value).remote().get());
        assertEquals(List.of(1, 2), object.get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void nothingCanBePutForADeadActor() {
        var owner = Ray.actor(Counter::new, 1).remote();
        owner.kill();
        assertThrows(RayActorException.class, () -> Ray.put(1, owner));
    }
}
