package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.runtime.Troupe;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.RayActorException;
import io.ray.api.exception.RayException;
import io.ray.api.exception.RayTaskException;
import io.ray.api.exception.RayWorkerException;
import io.ray.api.exception.UnreconstructableException;
import io.ray.api.id.ActorId;
import io.ray.api.id.ObjectId;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;

final class FailuresTest {
    private static int oops() {
        throw new IllegalStateException("Oops");
    }

    private static int oopsOnce(Journal journal) {
        journal.write("ran");
        throw new IllegalStateException("Oops");
    }

    private static int checked() throws IOException {
        throw new IOException("disk");
    }

    private static int error() {
        throw new StackOverflowError("deep");
    }

    private static int asksOops() {
        return Ray.task(FailuresTest::oops).remote().get();
    }

    private static int plusOne(Journal journal, int number) {
        journal.write("ran");
        return number + 1;
    }

    private static Throwable root(Throwable failure) {
        return failure.getCause() == null ? failure : root(failure.getCause());
    }

    private static String text(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aTaskFailsWithTheExceptionOfItsCode() {
        var failure = assertThrows(RayTaskException.class, () -> Ray.task(FailuresTest::oops).remote().get());
        assertInstanceOf(IllegalStateException.class, failure.getCause());
        assertEquals("Oops", failure.getCause().getMessage());
        assertInstanceOf(IOException.class,
                assertThrows(RayTaskException.class, () -> Ray.task(FailuresTest::checked).remote().get()).getCause());
        assertInstanceOf(StackOverflowError.class,
                assertThrows(RayTaskException.class, () -> Ray.task(FailuresTest::error).remote().get()).getCause());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aFailureSaysWhichTaskAndWhere() {
        var failure = assertThrows(RayTaskException.class, () -> Ray.task(FailuresTest::oops).remote().get());
        var node = Ray.getRuntimeContext().getAllNodeInfo().getFirst();
        assertTrue(failure.getMessage().contains("(pid="), failure.getMessage());
        assertTrue(failure.getMessage().contains("ip=" + node.nodeAddress + ")"), failure.getMessage());
        assertTrue(failure.getMessage().contains("FailuresTest.oops"), failure.getMessage());
        assertTrue(text(failure.getCause()).contains("FailuresTest.oops"), () -> text(failure));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aFailureOfTheCodeIsNotRepeated() {
        var journal = Journal.empty();
        assertThrows(RayTaskException.class, () -> Ray.task(FailuresTest::oopsOnce, journal).remote().get());
        assertEquals(List.of("ran"), journal.lines());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aFailureOfAnInnerTaskIsTheCauseOfTheOuterOnes() {
        var failure = assertThrows(RayTaskException.class, () -> Ray.task(FailuresTest::asksOops).remote().get());
        assertInstanceOf(RayTaskException.class, failure.getCause());
        assertEquals("Oops", failure.getCause().getCause().getMessage());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aTaskWhoseArgumentFailedIsNotRun() {
        var journal = Journal.empty();
        var first = Ray.task(FailuresTest::oops).remote();
        var second = Ray.task(FailuresTest::plusOne, journal, first).remote();
        var failure = assertThrows(RayTaskException.class, second::get);
        assertInstanceOf(RayTaskException.class, failure.getCause());
        assertInstanceOf(IllegalStateException.class, failure.getCause().getCause());
        assertEquals("Oops", failure.getCause().getCause().getMessage());
        assertEquals(List.of(), journal.lines());
    }

    private static int oopsBehind(Gate gate) throws InterruptedException {
        gate.pass(0);
        throw new IllegalStateException("Oops");
    }

    private static int next(int number) {
        return number + 1;
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void aLongChainOfTasksFailsWithItsFirst() {
        var gate = Gate.shut();
        var ref = Ray.task(FailuresTest::oopsBehind, gate).remote();
        for (int i = 0; i < 10_000; i++) ref = Ray.task(FailuresTest::next, ref).remote();
        gate.open();
        var failure = assertThrows(RayTaskException.class, ref::get);
        assertInstanceOf(RayTaskException.class, failure.getCause());
        assertEquals("Oops", failure.getCause().getCause().getMessage());
    }

    /// Holds something that cannot be copied.
    static final class Entangled extends RuntimeException {
        @SuppressWarnings("unused")
        private final Thread thread = Thread.currentThread();

        Entangled() {
            super("tied to a thread");
        }
    }

    private static int entangled() {
        throw new Entangled();
    }

    static final class Knot {
        int fine() {
            return 1;
        }

        int entangled() {
            return FailuresTest.entangled();
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anExceptionThatCannotBeCopiedStillFailsTheCall() {
        var failure = assertThrows(RayTaskException.class, () -> Ray.task(FailuresTest::entangled).remote().get());
        assertTrue(text(failure).contains("tied to a thread") && text(failure).contains("FailuresTest.entangled"), () -> text(failure));
        var knot = Ray.actor(Knot::new).remote();
        assertEquals(1, knot.task(Knot::fine).remote().get());
        assertThrows(RayTaskException.class, () -> knot.task(Knot::entangled).remote().get());
        assertEquals(1, knot.task(Knot::fine).remote().get());
    }

    private static Object thread() {
        return Thread.currentThread();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aResultThatCannotBeCopiedFailsTheTask() {
        assertThrows(RayTaskException.class, () -> Ray.task(FailuresTest::thread).remote().get());
    }

    static final class Stillborn {
        Stillborn(String why) {
            throw new IllegalArgumentException(why);
        }

        int value() {
            return 1;
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aConstructorThatThrowsFailsEveryCall() {
        var actor = Ray.actor(Stillborn::new, "Oops").remote();
        for (int i = 0; i < 2; i++) {
            var failure = assertThrows(RayActorException.class, () -> actor.task(Stillborn::value).remote().get());
            assertInstanceOf(IllegalArgumentException.class, root(failure));
            assertTrue(root(failure).getMessage().contains("Oops"), () -> text(failure));
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aMethodThatThrowsLeavesItsActorAlive() {
        var counter = Ray.actor(Counter::new, 1).remote();
        var failure = assertThrows(RayTaskException.class, () -> counter.task(Counter::oops).remote().get());
        assertInstanceOf(IllegalStateException.class, root(failure));
        assertEquals("Oops", root(failure).getMessage());
        assertEquals(1, counter.task(Counter::value).remote().get());
    }

    private static void oopsWithoutAResult() {
        throw new IllegalStateException("Oops, unseen");
    }

    /// There is no reference to ask for it.
    @In(value = {EMBEDDED, LOCAL, CLUSTER}, started = false)
    void theExceptionOfACallWithoutAResultIsShownToTheDriver() {
        try (var said = new Said()) {
            Ray.init();
            Ray.task(FailuresTest::oopsWithoutAResult).remote();
            eventually(() -> "Oops in " + said.text(), () -> said.contains("Oops, unseen"));
            Ray.shutdown();
        }
    }

    private static int waitAt(Gate gate) throws InterruptedException {
        return gate.pass(1);
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, with = "ray.head-args.0=--num-cpus=2")
    void getOfManyFailsAsSoonAsOneFailed() {
        var gate = Gate.shut();
        var slow = Ray.task(FailuresTest::waitAt, gate).remote();
        gate.awaitArrivals(1);
        assertThrows(RayTaskException.class, () -> Ray.get(List.of(slow, Ray.task(FailuresTest::oops).remote())));
        assertThrows(RayTaskException.class, () -> Ray.get(List.of(Ray.task(FailuresTest::oops).remote(), slow)));
        gate.open();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aFailureThatWasPutIsThrownByItsGet() {
        var object = ObjectId.fromRandom();
        for (var cause : List.of(new RayActorException(ActorId.NIL), new RayWorkerException(), new UnreconstructableException(object))) {
            ObjectRef<RayException> put = Ray.put(new RayTaskException(10008, "localhost", "xxx", cause));
            var thrown = assertThrows(RayTaskException.class, put::get);
            assertEquals(cause.getClass(), thrown.getCause().getClass());
            if (thrown.getCause() instanceof UnreconstructableException lost) assertEquals(object, lost.objectId);
        }
    }

    private static int endTheProcess(Journal journal) {
        journal.write("ran");
        System.out.println("about to end");
        System.exit(-1);
        return 1;
    }

    @In(CLUSTER)
    void aTaskThatEndsItsProcessFailsAfterItsRetries() {
        var journal = Journal.empty();
        var failure = assertThrows(RayWorkerException.class, () -> Ray.task(FailuresTest::endTheProcess, journal).remote().get());
        assertEquals(List.of("ran", "ran", "ran", "ran"), journal.lines(), "once and three times again");
        assertTrue(failure.getMessage().contains("FailuresTest.endTheProcess"), failure.getMessage());
        var ip = Ray.getRuntimeContext().getAllNodeInfo().getFirst().nodeAddress;
        assertTrue(failure.getMessage().contains(": on " + ip + ", the worker with pid "), failure.getMessage());
        assertTrue(failure.getMessage().contains("its last lines:\n    about to end"), failure.getMessage());
    }

    @In(value = CLUSTER, with = {"troupe.max-retries=0", "ray.head-args.0=--num-cpus=4"})
    void aJobMayDoWithoutRetries() {
        var gate = Gate.shut();
        var neighbour = Ray.task(FailuresTest::waitAt, gate).remote();
        gate.awaitArrivals(1);
        var journal = Journal.empty();
        assertThrows(RayWorkerException.class, () -> Ray.task(FailuresTest::endTheProcess, journal).remote().get());
        assertEquals(List.of("ran"), journal.lines());
        assertThrows(RayWorkerException.class, neighbour::get, "nothing runs twice, also not what was not the reason");
        assertEquals(1, gate.arrived());
        var inner = Journal.empty();
        assertThrows(RayTaskException.class, () -> Ray.task(FailuresTest::callerOfEndTheProcess, inner).remote().get());
        assertEquals(List.of("ran"), inner.lines(), "the tasks of tasks neither");
    }

    private static int callerOfEndTheProcess(Journal journal) {
        return Troupe.options().ownProcess().call(() -> Ray.task(FailuresTest::endTheProcess, journal).remote()).get();
    }

    /// The other one never ends.
    @In(value = CLUSTER, with = "ray.head-args.0=--num-cpus=4")
    void getOfManyFailsAsSoonAsOneEndedItsProcess() {
        var slow = Ray.task(FailuresTest::waitAt, Gate.shut()).remote();
        var doomed = Ray.task(FailuresTest::endTheProcess, Journal.empty()).remote();
        assertThrows(RayWorkerException.class, () -> Ray.get(List.of(doomed, slow)));
    }

    @In(value = CLUSTER, with = "ray.head-args.0=--num-cpus=4")
    void theNeighboursOfATaskThatEndsItsProcessAreRunAgain() {
        var gate = Gate.shut();
        var neighbours = IntStream.range(0, 3)
                .mapToObj(_ -> Troupe.options().retries(1).call(() -> Ray.task(FailuresTest::waitAt, gate).remote())).toList();
        gate.awaitArrivals(3);
        var doomed = Ray.task(FailuresTest::endTheProcess, Journal.empty()).remote();
        assertThrows(RayWorkerException.class, doomed::get);
        gate.awaitArrivals(6);
        gate.open();
        assertEquals(List.of(1, 1, 1), Ray.get(neighbours));
    }

    private static int waitDeafAt(Gate gate) {
        while (true) {
            try {
                return gate.pass(1);
            } catch (InterruptedException e) {
                // nobody is left who wants its result, but it does not care
            }
        }
    }

    private static int dieBefore(Gate gate) {
        var child = Ray.task(FailuresTest::waitDeafAt, gate).remote();
        gate.awaitArrivals(1);
        Runtime.getRuntime().halt(child == null ? 0 : 3);
        return 0;
    }

    @In(value = EMBEDDED, with = "ray.head-args.0=--num-cpus=2")
    void theChildOfATaskThatDiedKeepsItsCpuUntilItEnds() {
        var gate = Gate.shut();
        ObjectRef<Integer> parent = Troupe.options().retries(0).ownProcess().call(() -> Ray.task(FailuresTest::dieBefore, gate).remote());
        assertThrows(RayWorkerException.class, parent::get);
        var whole = Ray.task(FailuresTest::plusOne, Journal.empty(), 1).setResource("CPU", 2.0).remote();
        assertEquals(List.of(whole), Ray.wait(List.of(whole), 1, 500).getUnready());
        gate.open();
        assertEquals(2, whole.get());
    }

    private static long killedOnce(Journal journal) {
        journal.write("ran");
        if (journal.lines().size() == 1) Runtime.getRuntime().halt(137);
        return journal.lines().size();
    }

    @In(CLUSTER)
    void aTaskWhoseProcessDiedIsRunAgain() {
        assertEquals(2L, Ray.task(FailuresTest::killedOnce, Journal.empty()).remote().get());
    }

    private static int fillTheMemory() {
        return IntStream.range(0, 1_000_000).mapToObj(_ -> new byte[1 << 20]).toList().size();
    }

    @In(value = CLUSTER, with = {"ray.job.jvm-options.0=-Xmx64m", "ray.head-args.0=--num-cpus=2"})
    void outOfMemoryHurtsOnlyItsTask() {
        var gate = Gate.shut();
        var neighbour = Troupe.options().retries(1).call(() -> Ray.task(FailuresTest::waitAt, gate).remote());
        gate.awaitArrivals(1);
        var doomed = Troupe.options().retries(1).call(() -> Ray.task(FailuresTest::fillTheMemory).remote());
        var failure = assertThrows(RayWorkerException.class, doomed::get);
        assertTrue(failure.getMessage().contains("ran out of memory"), failure.getMessage());
        gate.awaitArrivals(2);
        gate.open();
        assertEquals(1, neighbour.get(), "it was run again");
    }
}
