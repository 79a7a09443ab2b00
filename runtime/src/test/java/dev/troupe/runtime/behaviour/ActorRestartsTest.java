package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.runtime.Troupe;
import io.ray.api.ActorHandle;
import io.ray.api.Ray;
import io.ray.api.exception.RayActorException;
import io.ray.api.exception.RayWorkerException;
import io.ray.api.options.ActorCreationOptions;
import io.ray.api.options.ActorLifetime;
import io.ray.api.runtimecontext.ActorState;
import java.util.List;

/// What happens to an actor whose process, or whose owner, dies.
final class ActorRestartsTest {
    private static final String OWN_PROCESS = "troupe.isolation=process";

    static final class Phoenix extends Counter {
        private final boolean wasRestartedWhenBorn = Ray.getRuntimeContext().wasCurrentActorRestarted();

        Phoenix() {
            super(0);
        }

        boolean wasRestartedWhenBorn() {
            return wasRestartedWhenBorn;
        }

        /// Waits the first time only: after that the gate's file is gone.
        int increaseBehind(Gate gate) throws InterruptedException {
            gate.pass(true);
            return increaseAndGet(1);
        }

        long startAThreadThatSleepsForEver() {
            Thread.ofPlatform().daemon(false).start(() -> {
                try {
                    Gate.shut().pass(true);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            return pid();
        }

        void leaveWithoutAnAnswer() {
            Ray.exitActor();
        }

        String dummy() {
            return System.getProperty("dummy");
        }
    }

    private static void kill(ActorHandle<? extends Counter> actor) {
        kill(actor.task(Counter::pid).remote().get());
    }

    private static void kill(long pid) {
        var process = ProcessHandle.of(pid).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
    }

    private static boolean answers(ActorHandle<? extends Counter> actor) {
        try {
            actor.task(Counter::value).remote().get();
            return true;
        } catch (RayActorException e) {
            return false;
        }
    }

    private static void assertGone(ActorHandle<? extends Counter> actor) {
        eventually("calls fail", () -> !answers(actor));
        var failure = assertThrows(RayActorException.class, () -> actor.task(Counter::value).remote().get());
        assertEquals(actor.getId(), failure.actorId);
    }

    @In(value = CLUSTER, with = OWN_PROCESS)
    void anActorWithoutRestartsDiesWithItsProcess() {
        var counter = Ray.actor(Counter::new, 1).remote();
        var failure = assertThrows(RayActorException.class, () -> counter.task(Counter::endTheProcess).remote().get());
        assertEquals(counter.getId(), failure.actorId);
        assertGone(counter);
    }

    @In(value = CLUSTER, with = OWN_PROCESS)
    void anActorIsRestartedAsOftenAsItMay() {
        assertRestartsOnce();
    }

    @In(CLUSTER)
    void anActorInTheSharedWorkerIsRestartedAsOftenAsItMay() {
        assertRestartsOnce();
    }

    private static void assertRestartsOnce() {
        var phoenix = Ray.actor(Phoenix::new).setMaxRestarts(1).remote();
        for (int i = 1; i <= 3; i++) assertEquals(i, phoenix.task(Phoenix::increaseAndGet, 1).remote().get());
        assertFalse(phoenix.task(Phoenix::wasRestarted).remote().get());
        assertFalse(phoenix.task(Phoenix::wasRestartedWhenBorn).remote().get());
        kill(phoenix);
        eventually("the actor is back", () -> answers(phoenix));
        assertEquals(1, phoenix.task(Phoenix::increaseAndGet, 1).remote().get(), "its state is new");
        assertTrue(phoenix.task(Phoenix::wasRestarted).remote().get());
        assertTrue(phoenix.task(Phoenix::wasRestartedWhenBorn).remote().get());
        kill(phoenix);
        assertGone(phoenix);
        var gone = assertThrows(RayActorException.class, () -> phoenix.task(Phoenix::value).remote().get());
        assertFalse(gone.getMessage().contains("restarted"), gone.getMessage());
    }

    @In(value = CLUSTER, with = OWN_PROCESS)
    void aRunningCallIsRepeatedIfItMayBeRetried() {
        var gate = Gate.shut();
        var phoenix = Ray.actor(Phoenix::new).setMaxRestarts(1).setMaxTaskRetries(1).remote();
        long pid = phoenix.task(Phoenix::pid).remote().get();
        var running = phoenix.task(Phoenix::increaseBehind, gate).remote();
        gate.awaitArrivals(1);
        kill(pid);
        gate.awaitArrivals(2);
        gate.open();
        assertEquals(1, running.get());
        assertEquals(2, phoenix.task(Phoenix::increaseAndGet, 1).remote().get());
        kill(phoenix);
        assertGone(phoenix);
    }

    @In(value = CLUSTER, with = OWN_PROCESS)
    void aRunningCallIsNotRepeatedOtherwise() {
        var gate = Gate.shut();
        var phoenix = Ray.actor(Phoenix::new).setMaxRestarts(1).remote();
        long pid = phoenix.task(Phoenix::pid).remote().get();
        var running = phoenix.task(Phoenix::increaseBehind, gate).remote();
        gate.awaitArrivals(1);
        kill(pid);
        assertThrows(RayActorException.class, running::get);
        eventually("the actor is back", () -> answers(phoenix));
        assertEquals(0, phoenix.task(Phoenix::value).remote().get());
        assertEquals(1, gate.arrived());
    }

    private static int waitAt(Gate gate) throws InterruptedException {
        return gate.pass(1);
    }

    @In(value = CLUSTER, with = "ray.head-args.0=--num-cpus=2")
    void anActorThatEndsTheSharedWorkerCostsItsNeighboursNothing() {
        var gate = Gate.shut();
        var culprit = Ray.actor(Phoenix::new).setMaxRestarts(1).remote();
        var bystander = Ray.actor(Phoenix::new).setMaxRestarts(1).remote();
        long shared = bystander.task(Phoenix::pid).remote().get();
        assertEquals(shared, culprit.task(Phoenix::pid).remote().get());
        var task = Troupe.options().retries(1).call(() -> Ray.task(ActorRestartsTest::waitAt, gate).remote());
        gate.awaitArrivals(1);
        assertThrows(RayActorException.class, () -> culprit.task(Phoenix::endTheProcess).remote().get());
        gate.awaitArrivals(2);
        gate.open();
        assertEquals(1, task.get(), "it was not alone, so it runs again");
        eventually("the bystander is back", () -> answers(bystander));
        kill(bystander);
        eventually("the bystander is back, for the first time at its own cost", () -> answers(bystander));
        eventually("the culprit is back", () -> answers(culprit));
        assertNotEquals(bystander.task(Phoenix::pid).remote().get(), culprit.task(Phoenix::pid).remote().get(), "in its own process");
        assertThrows(RayActorException.class, () -> culprit.task(Phoenix::endTheProcess).remote().get());
        eventually("the culprit is back again: the first time it was not alone", () -> answers(culprit));
        assertThrows(RayActorException.class, () -> culprit.task(Phoenix::endTheProcess).remote().get());
        assertGone(culprit);
    }

    @In(value = CLUSTER, with = OWN_PROCESS)
    void aCallThatEndsTheProcessUsesUpNoRetriesButItsOwn() {
        var phoenix = Ray.actor(Phoenix::new).setMaxRestarts(-1).setMaxTaskRetries(1).remote();
        var poison = phoenix.task(Phoenix::endTheProcess).remote();
        var behind = phoenix.task(Phoenix::increaseAndGet, 1).remote();
        assertThrows(RayActorException.class, poison::get);
        assertEquals(1, behind.get());
    }

    @In(value = CLUSTER, with = OWN_PROCESS)
    void anActorThatLeavesIsNotRestarted() {
        var phoenix = Ray.actor(Phoenix::new).setMaxRestarts(ActorCreationOptions.INFINITE_RESTART).remote();
        assertEquals(1, phoenix.task(Phoenix::increaseAndGet, 1).remote().get());
        kill(phoenix);
        eventually("the actor is back", () -> answers(phoenix));
        assertEquals(1, phoenix.task(Phoenix::increaseAndGet, 1).remote().get());
        long pid = phoenix.task(Phoenix::pid).remote().get();
        assertThrows(RayActorException.class, () -> phoenix.task(Phoenix::leave).remote().get());
        assertGone(phoenix);
        assertProcessEnds(pid);
    }

    private static void assertProcessEnds(long pid) {
        eventually("process " + pid + " has ended", () -> ProcessHandle.of(pid).isEmpty());
    }

    @In({EMBEDDED, CLUSTER})
    void anActorWithJvmOptionsLeavesWithItsProcess() {
        var phoenix = Ray.actor(Phoenix::new).setJvmOptions(List.of("-Ddummy=value")).remote();
        assertEquals("value", phoenix.task(Phoenix::dummy).remote().get());
        long pid = phoenix.task(Phoenix::pid).remote().get();
        assertThrows(RayActorException.class, () -> phoenix.task(Phoenix::leave).remote().get());
        assertGone(phoenix);
        assertProcessEnds(pid);
    }

    @In(value = CLUSTER, with = OWN_PROCESS)
    void threadsThatAnActorStartedDoNotKeepItsProcessAlive() {
        var phoenix = Ray.actor(Phoenix::new).remote();
        long pid = phoenix.task(Phoenix::startAThreadThatSleepsForEver).remote().get();
        phoenix.task(Phoenix::leaveWithoutAnAnswer).remote();
        assertProcessEnds(pid);
    }

    /// Born again only when the gate is open.
    static final class Slow extends Counter {
        Slow(Gate gate) throws InterruptedException {
            super(1);
            if (Ray.getRuntimeContext().wasCurrentActorRestarted()) gate.pass(true);
        }
    }

    @In({EMBEDDED, CLUSTER})
    void callsToARestartingActorFailAtOnce() {
        var gate = Gate.shut();
        var slow = Ray.actor(Slow::new, gate).setMaxRestarts(1).remote();
        assertEquals(1, slow.task(Slow::value).remote().get());
        slow.kill(false);
        gate.awaitArrivals(1);
        assertEquals(1, Ray.getRuntimeContext().getAllActorInfo(null, ActorState.RESTARTING).size());
        var early = slow.task(Slow::value).remote();
        assertTrue(assertThrows(RayActorException.class, () -> early.get()).getMessage().contains("is being restarted"));
        gate.open();
        eventually("the actor is back", () -> answers(slow));
        assertEquals(1, Ray.getRuntimeContext().getAllActorInfo(null, ActorState.ALIVE).getFirst().numRestarts);
    }

    @In({EMBEDDED, CLUSTER})
    void callsToARestartingActorWaitIfTheyMayBeRetried() {
        var gate = Gate.shut();
        var slow = Ray.actor(Slow::new, gate).setMaxRestarts(1).setMaxTaskRetries(1).remote();
        assertEquals(1, slow.task(Slow::value).remote().get());
        slow.kill(false);
        gate.awaitArrivals(1);
        var early = slow.task(Slow::value).remote();
        assertEquals(1, Ray.wait(List.of(early), 1, 50).getUnready().size());
        gate.open();
        assertEquals(1, early.get());
    }

    @In(EMBEDDED)
    void aSingleCallMayBeRetriedWhereOthersAreNot() {
        var gate = Gate.shut();
        var phoenix = Ray.actor(Phoenix::new).setMaxRestarts(1).setMaxConcurrency(2).remote();
        var retried = Troupe.options().retries(1).call(() -> phoenix.task(Phoenix::increaseBehind, gate).remote());
        var other = phoenix.task(Phoenix::increaseBehind, gate).remote();
        gate.awaitArrivals(2);
        phoenix.kill(false);
        assertThrows(RayActorException.class, other::get);
        gate.awaitArrivals(3);
        gate.open();
        assertEquals(1, retried.get());
    }

    private static int endTheProcess() {
        Runtime.getRuntime().halt(1);
        return 0;
    }

    @In(CLUSTER)
    void aDetachedActorDoesNotDieWithItsNeighbours() {
        var detached = Ray.actor(Counter::new, 1).setLifetime(ActorLifetime.DETACHED).remote();
        var neighbour = Ray.actor(Counter::new, 1).remote();
        long pid = detached.task(Counter::pid).remote().get();
        assertNotEquals(neighbour.task(Counter::pid).remote().get(), pid);
        var doomed = Troupe.options().retries(0).call(() -> Ray.task(ActorRestartsTest::endTheProcess).remote());
        assertThrows(RayWorkerException.class, doomed::get);
        assertGone(neighbour);
        assertEquals(pid, detached.task(Counter::pid).remote().get());
        detached.kill();
    }

    static final class Owner extends Counter {
        Owner() {
            super(0);
        }

        ActorHandle<Counter> child(ActorLifetime lifetime) {
            var creator = Ray.actor(Counter::new, 1);
            if (lifetime != null) creator.setLifetime(lifetime);
            var child = creator.remote();
            child.task(Counter::value).remote().get();
            return child;
        }
    }

    @In({EMBEDDED, CLUSTER})
    void aChildDiesWithItsOwnerUnlessItIsDetached() {
        assertChildrenOf(ActorHandle::kill, ActorLifetime.NON_DETACHED);
    }

    @In(value = CLUSTER, with = OWN_PROCESS)
    void aChildDiesWithItsOwnersProcessUnlessItIsDetached() {
        assertChildrenOf(ActorRestartsTest::kill, ActorLifetime.NON_DETACHED);
    }

    @In(value = {EMBEDDED, CLUSTER}, with = "ray.job.default-actor-lifetime=DETACHED")
    void aJobMayMakeItsActorsDetached() {
        assertChildrenOf(ActorHandle::kill, ActorLifetime.DETACHED);
    }

    @In(value = CLUSTER, with = {"ray.job.default-actor-lifetime=DETACHED", OWN_PROCESS})
    void aJobMayMakeItsActorsOutliveTheProcessOfTheirOwner() {
        assertChildrenOf(ActorRestartsTest::kill, ActorLifetime.DETACHED);
    }

    interface End {
        void of(ActorHandle<Owner> owner);
    }

    private static void assertChildrenOf(End end, ActorLifetime byDefault) {
        var owner = Ray.actor(Owner::new).remote();
        var plain = owner.task(Owner::child, (ActorLifetime) null).remote().get();
        var detached = owner.task(Owner::child, ActorLifetime.DETACHED).remote().get();
        var owned = owner.task(Owner::child, ActorLifetime.NON_DETACHED).remote().get();
        end.of(owner);
        assertGone(owner);
        assertGone(owned);
        assertEquals(1, detached.task(Counter::value).remote().get());
        if (byDefault == ActorLifetime.DETACHED) assertEquals(1, plain.task(Counter::value).remote().get());
        else
            assertGone(plain);
        detached.kill();
        plain.kill();
    }
}
