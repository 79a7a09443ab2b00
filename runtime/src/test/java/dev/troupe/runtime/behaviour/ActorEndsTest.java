package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.RayActorException;
import io.ray.api.exception.RayException;
import io.ray.api.options.ActorCreationOptions;
import java.util.List;
import java.util.stream.IntStream;

/// How actors are killed and how they leave.
final class ActorEndsTest {
    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aKilledActorAnswersNoMore() {
        for (boolean hung : new boolean[]{false, true}) {
            var gate = Gate.shut();
            var counter = Ray.actor(Counter::new, 1).remote();
            var running = hung ? counter.task(Counter::waitAt, gate).remote() : counter.task(Counter::value).remote();
            if (hung) gate.awaitArrivals(1);
            else
                assertEquals(1, running.get());
            counter.kill();
            if (hung) assertThrows(RayActorException.class, running::get);
            assertThrows(RayActorException.class, () -> counter.task(Counter::value).remote().get());
            counter.kill();
        }
    }

    /// All of them together would not fit.
    @In(EMBEDDED)
    void whatAnActorHadIsLetGoOfWithIt() {
        int megabytes = 64;
        long all = Runtime.getRuntime().maxMemory() / (megabytes << 20) * 2;
        for (int i = 0; i < all; i++) {
            var hoard = Ray.actor(Hoard::new, megabytes << 20).remote();
            assertEquals(megabytes << 20, hoard.task(Hoard::size).remote().get());
            hoard.kill();
        }
    }

    static final class Hoard {
        private final byte[] memory;

        Hoard(int bytes) {
            memory = new byte[bytes];
        }

        int size() {
            return memory.length;
        }
    }

    /// Each call's argument is the result of the other's call before.
    @In(EMBEDDED)
    void actorsWhoseCallsFeedEachOtherCanBeKilledAtOnce() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            var gate = Gate.shut();
            var one = Ray.actor(Counter::new, 1).remote();
            var other = Ray.actor(Counter::new, 1).remote();
            ObjectRef<Integer> result = one.task(Counter::waitAt, gate).remote();
            other.task(Counter::waitAt, gate).remote();
            for (int i = 0; i < 200; i++) result = (i % 2 == 0 ? other : one).task(Counter::increaseAndGet, result).remote();
            gate.awaitArrivals(2);
            var killers = List.of(Thread.ofPlatform().daemon().start(() -> one.kill()),
                    Thread.ofPlatform().daemon().start(() -> other.kill()));
            for (var killer : killers) assertTrue(killer.join(Eventually.PATIENCE), () -> killer + " waits for the other one");
            assertThrows(RayException.class, result::get);
            gate.open();
        }
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void killWithRestartBringsTheActorBackAsNew() {
        assertKills((counter, noRestart) -> counter.kill(noRestart));
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anotherActorMayKill() {
        var killer = Ray.actor(Killer::new).remote();
        assertKills((counter, noRestart) -> killer.task(Killer::kill, counter, noRestart).remote());
    }

    static final class Killer {
        void kill(ActorHandle<?> other, boolean noRestart) {
            other.kill(noRestart);
        }
    }

    interface Kill {
        void accept(ActorHandle<Counter> counter, boolean noRestart);
    }

    private static void assertKills(Kill kill) {
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, 1).setMaxRestarts(1).remote();
        counter.task(Counter::increase, 1).remote();
        var hung = counter.task(Counter::waitAt, gate).remote();
        gate.awaitArrivals(1);
        assertEquals(1, Ray.wait(List.of(hung), 1, 50).getUnready().size());
        kill.accept(counter, false);
        assertThrows(RayActorException.class, hung::get);
        eventually("the actor is back, as it was in the beginning", () -> answer(counter) == 1);
        kill.accept(counter, true);
        eventually("the actor is gone", () -> answer(counter) == -1);
    }

    /// What the counter says, -1 if it does not answer.
    private static int answer(ActorHandle<Counter> counter) {
        try {
            return counter.task(Counter::value).remote().get();
        } catch (RayActorException e) {
            return -1;
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorThatLeavesIsGoneForGood() {
        var counter = Ray.actor(Counter::new, 1).setMaxRestarts(ActorCreationOptions.INFINITE_RESTART).remote();
        var failure = assertThrows(RayActorException.class, () -> counter.task(Counter::leave).remote().get());
        assertEquals(counter.getId(), failure.actorId);
        assertThrows(RayActorException.class, () -> counter.task(Counter::value).remote().get());
    }

    static final class Stubborn {
        String leave() {
            try {
                Ray.exitActor();
            } catch (Throwable swallowed) {
                return "still here";
            }
            return "still here";
        }
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void leavingCannotBeSwallowed() {
        var stubborn = Ray.actor(Stubborn::new).remote();
        assertThrows(RayActorException.class, () -> stubborn.task(Stubborn::leave).remote().get());
        assertThrows(RayActorException.class, () -> stubborn.task(Stubborn::leave).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void onlyAnActorCanLeave() {
        assertThrows(RuntimeException.class, Ray::exitActor);
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anActorCanBeKilledWhileItsConstructorRuns() {
        var gate = Gate.shut();
        var slow = Ray.actor(Counter::behind, gate).remote();
        gate.awaitArrivals(1);
        slow.kill();
        assertThrows(RayActorException.class, () -> slow.task(Counter::value).remote().get());
    }

    private static Counter noted(Gate gate, Journal journal) throws InterruptedException {
        gate.pass(true);
        journal.write("made");
        return new Counter(1);
    }

    @In(EMBEDDED)
    void anActorKilledBeforeItsConstructorBeganIsNeverMade() {
        var gate = Gate.shut();
        var journal = Journal.empty();
        var slow = IntStream.range(0, 4).mapToObj(_ -> Ray.actor(Counter::behind, gate).remote())
                .toList();
        gate.awaitArrivals(4);
        Ray.actor(ActorEndsTest::noted, gate, journal).remote().kill();
        var afterwards = Gate.shut();
        var last = Ray.actor(Counter::behind, afterwards).remote();
        afterwards.awaitArrivals(1);
        afterwards.open();
        gate.open();
        assertEquals(7, last.task(Counter::value).remote().get());
        slow.forEach(one -> assertEquals(7, one.task(Counter::value).remote().get()));
        assertEquals(List.of(), journal.lines());
    }

    static final class Ghost {
        void haunt(Gate gate, Journal journal) {
            try {
                gate.pass(true);
            } catch (InterruptedException e) {
                journal.write("interrupted");
            }
            for (Runnable deed : List.<Runnable>of(() -> Ray.put(1), () -> Ray.task(Counter::behind, gate).remote(),
                    () -> Ray.actor(Counter::new, 1).remote())) {
                try {
                    deed.run();
                    journal.write("done");
                } catch (RayActorException e) {
                    journal.write("refused");
                }
            }
        }
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void whatAKilledActorStillRunsCannotUseRay() {
        var gate = Gate.shut();
        var journal = Journal.empty();
        var ghost = Ray.actor(Ghost::new).remote();
        ghost.task(Ghost::haunt, gate, journal).remote();
        gate.awaitArrivals(1);
        ghost.kill();
        journal.awaitLines(4);
        assertEquals(List.of("interrupted", "refused", "refused", "refused"), journal.lines());
        gate.open();
    }
}
