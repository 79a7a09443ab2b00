package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.concurrencygroup.ConcurrencyGroupBuilder;
import io.ray.api.concurrencygroup.annotations.DefConcurrencyGroup;
import io.ray.api.concurrencygroup.annotations.UseConcurrencyGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Methods of an actor that have threads of their own.
final class ConcurrencyGroupsTest {
    private static long here() {
        return Thread.currentThread().threadId();
    }

    /// Its methods say on which thread they run.
    static final class Threads {
        long f1() {
            return here();
        }

        long f2() {
            return here();
        }

        long f3(int a, int b) {
            return here() + a - b;
        }

        long f4() {
            return here();
        }

        long f5() {
            return here();
        }

        long f6() {
            return here();
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aGroupOfOneHasOneThreadForAllItsMethods() {
        var io = new ConcurrencyGroupBuilder<Threads>().setName("io").setMaxConcurrency(1).addMethod(Threads::f1).addMethod(Threads::f2)
                .build();
        var executing = new ConcurrencyGroupBuilder<Threads>().setName("executing").setMaxConcurrency(1).addMethod(Threads::f3)
                .addMethod(Threads::f4).build();
        var threads = Ray.actor(Threads::new).setConcurrencyGroups(io, executing).remote();
        long first = threads.task(Threads::f1).remote().get();
        long second = threads.task(Threads::f3, 5, 5).remote().get();
        long third = threads.task(Threads::f5).remote().get();
        assertThreeThreads(first, second, third);
        assertEquals(first, threads.task(Threads::f2).remote().get());
        assertEquals(second, threads.task(Threads::f4).remote().get());
        assertEquals(third, threads.task(Threads::f6).remote().get());
        assertEquals(second, threads.task(Threads::f1).setConcurrencyGroup("executing").remote().get(), "the call's own group wins");
    }

    private static void assertThreeThreads(long first, long second, long third) {
        assertNotEquals(first, second);
        assertNotEquals(first, third);
        assertNotEquals(second, third);
    }

    static final class Rooms {
        int first(Gate gate) throws InterruptedException {
            return gate.pass(1);
        }

        int second(Gate gate) throws InterruptedException {
            return gate.pass(2);
        }

        int anywhere(Gate gate) throws InterruptedException {
            return gate.pass(3);
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void callsOverlapUpToTheMaximumOfTheirGroup() {
        var rooms = rooms(4, 3);
        assertOverlap(4, 1, gate -> rooms.task(Rooms::first, gate).remote());
        assertOverlap(4, 2, gate -> rooms.task(Rooms::second, gate).remote());
        assertOverlap(3, 3, gate -> rooms.task(Rooms::anywhere, gate).remote());
    }

    interface Call {
        ObjectRef<Integer> at(Gate gate);
    }

    /// As many calls as fit are inside at once; one more waits until there is room.
    private static void assertOverlap(int fit, int answer, Call call) {
        var gate = Gate.shut();
        var calls = new ArrayList<ObjectRef<Integer>>();
        for (int i = 0; i < fit + 1; i++) calls.add(call.at(gate));
        gate.awaitArrivals(fit);
        assertEquals(fit + 1, Ray.wait(calls, 1, 50).getUnready().size());
        assertEquals(fit, gate.arrived());
        gate.open();
        assertEquals(Collections.nCopies(fit + 1, answer), Ray.get(calls));
    }

    private static ActorHandle<Rooms> rooms(int each, int anywhere) {
        var first = new ConcurrencyGroupBuilder<Rooms>().setName("first").setMaxConcurrency(each).addMethod(Rooms::first).build();
        var second = new ConcurrencyGroupBuilder<Rooms>().setName("second").setMaxConcurrency(each).addMethod(Rooms::second).build();
        return Ray.actor(Rooms::new).setMaxConcurrency(anywhere).setConcurrencyGroups(first, second).remote();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aBlockedGroupBlocksNoOther() {
        var rooms = rooms(1, 1);
        var shut = Gate.shut();
        var open = Gate.shut();
        open.open();
        var blocked = List.of(rooms.task(Rooms::first, shut).remote(), rooms.task(Rooms::first, shut).remote());
        shut.awaitArrivals(1);
        assertEquals(2, rooms.task(Rooms::second, open).remote().get());
        assertEquals(3, rooms.task(Rooms::anywhere, open).remote().get());
        assertEquals(2, Ray.wait(blocked, 1, 50).getUnready().size());
        shut.open();
        assertEquals(List.of(1, 1), Ray.get(blocked));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aBlockedDefaultGroupBlocksNoOther() {
        var rooms = rooms(1, 1);
        var shut = Gate.shut();
        var open = Gate.shut();
        open.open();
        var blocked = rooms.task(Rooms::anywhere, shut).remote();
        shut.awaitArrivals(1);
        assertEquals(1, rooms.task(Rooms::first, open).remote().get());
        shut.open();
        assertEquals(3, blocked.get());
    }

    @DefConcurrencyGroup(name = "io", maxConcurrency = 1)
    @DefConcurrencyGroup(name = "executing", maxConcurrency = 1)
    static class Annotated {
        @UseConcurrencyGroup(name = "io")
        public long f1() {
            return here();
        }

        @UseConcurrencyGroup(name = "io")
        public long f2() {
            return here();
        }

        @UseConcurrencyGroup(name = "executing")
        public long f3(int a, int b) {
            return here() + a - b;
        }

        @UseConcurrencyGroup(name = "executing")
        public long f4() {
            return here();
        }

        public long f5() {
            return here();
        }

        public long f6() {
            return here();
        }
    }

    static final class Child extends Annotated {}

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void groupsCanBeDeclaredOnASuperclass() {
        var child = Ray.actor(Child::new).remote();
        long first = child.task(Annotated::f1).remote().get();
        long second = child.task(Annotated::f3, 5, 5).remote().get();
        long third = child.task(Annotated::f5).remote().get();
        assertThreeThreads(first, second, third);
        assertEquals(first, child.task(Annotated::f2).remote().get());
        assertEquals(second, child.task(Child::f4).remote().get());
        assertEquals(third, child.task(Child::f6).remote().get());
    }

    @DefConcurrencyGroup(name = "io", maxConcurrency = 1)
    @DefConcurrencyGroup(name = "executing", maxConcurrency = 1)
    interface Declared {
        @UseConcurrencyGroup(name = "io")
        default long f1() {
            return here();
        }

        @UseConcurrencyGroup(name = "io")
        default long f2() {
            return here();
        }

        @UseConcurrencyGroup(name = "executing")
        default long f3(int a, int b) {
            return here() + a - b;
        }

        @UseConcurrencyGroup(name = "executing")
        default long f4() {
            return here();
        }

        default long f5() {
            return here();
        }
    }

    static final class Implementing implements Declared {}

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void groupsCanBeDeclaredOnAnInterface() {
        var actor = Ray.actor(Implementing::new).remote();
        long first = actor.task(Declared::f1).remote().get();
        long second = actor.task(Declared::f3, 5, 5).remote().get();
        long third = actor.task(Declared::f5).remote().get();
        assertThreeThreads(first, second, third);
        assertEquals(second, actor.task(Declared::f4).remote().get());
        assertEquals(first, actor.task(Declared::f2).remote().get());
    }

    @DefConcurrencyGroup(name = "io", maxConcurrency = 1)
    static final class OneGroup {
        @UseConcurrencyGroup(name = "io")
        public long f1() {
            return here();
        }

        @UseConcurrencyGroup(name = "io")
        public long f2() {
            return here();
        }

        public long f3() {
            return here();
        }

        public long f4() {
            return here();
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aSingleGroupIsEnough() {
        var actor = Ray.actor(OneGroup::new).remote();
        long first = actor.task(OneGroup::f1).remote().get();
        long other = actor.task(OneGroup::f3).remote().get();
        assertNotEquals(first, other);
        assertEquals(first, actor.task(OneGroup::f2).remote().get());
        assertEquals(other, actor.task(OneGroup::f4).remote().get());
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anUnknownGroupFailsTheCallAndNotTheActor() {
        var actor = Ray.actor(OneGroup::new).remote();
        assertThrows(RuntimeException.class, () -> actor.task(OneGroup::f1).setConcurrencyGroup("nowhere").remote().get());
        assertNotEquals(0L, actor.task(OneGroup::f1).remote().get());
    }

    static final class Undefined {
        @UseConcurrencyGroup(name = "nowhere")
        public long f1() {
            return here();
        }
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void aMethodOfAGroupThatNobodyDefinedIsRefused() {
        assertThrows(IllegalStateException.class, () -> Ray.actor(Undefined::new));
    }
}
