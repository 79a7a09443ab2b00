package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TaskEventsTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Event<Integer> SCORE = Event.of("score", Integer.class);

    private final List<Object> seen = new CopyOnWriteArrayList<>();

    private static Task<Context> on(Router router) {
        return Task.start(new Context(), TaskOptions.defaults(), router);
    }

    @Test
    void aGreetingReachesItsListenerBeforeTheTaskIsClosed() {
        try (Task<Context> task = Task.start()) {
            task.on("greeting", (String text) -> seen.add("Get msg: " + text));
            task.emit("greeting", "Hi");
        }
        assertEquals(List.of("Get msg: Hi"), seen);
    }

    @Test
    void senderAndReceiverMayBeMiddleware() {
        try (Task<Context> task = Task.start()) {
            task.on("greeting", (String text) -> seen.add(text));
            task.use(ctx -> task.emit("greeting", "Hi %d times".formatted(ctx.step())));
            task.run(10);
        }
        assertEquals(10, seen.size());
        assertEquals("Hi 9 times", seen.getLast());
    }

    @Test
    void aGreetingSentBeforeTheListenerWasRegisteredStillArrives() {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        Net.Node there = net.join(1);
        try (Task<Context> one = on(there); Task<Context> zero = on(here)) {
            one.emit("greeting", "Hi");
            zero.on("greeting", (String text) -> seen.add(text));
            assertFalse(zero.waitFor("finish", Duration.ofMillis(1)));
            one.onlyRemote().emit("bye");
            assertTrue(zero.waitFor("bye", LONG) || !seen.isEmpty());
        }
        assertEquals(List.of("Hi"), seen);
    }

    @Test
    void scopesSayWhoHears() throws Exception {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        Net.Node there = net.join(1);
        CountDownLatch end = new CountDownLatch(1);
        try (Task<Context> zero = on(here); Task<Context> one = on(there)) {
            zero.on("e", (String text) -> seen.add("zero " + text));
            one.on("e", (String text) -> seen.add("one " + text));
            one.on("end", end::countDown);
            one.waitFor("ready", Duration.ZERO);
            zero.onlyLocal().emit("e", "local");
            zero.onlyRemote().with(Delivery.BLOCK).emit("e", "remote");
            zero.with(Delivery.BLOCK).onlyRemote().emit("e", "again");
            zero.emit("end");
            end.await();
        }
        assertEquals(List.of("one again", "one remote", "zero local"), seen.stream().sorted().toList());
    }

    @Test
    void typedEventsCarryTheirType() {
        try (Task<Context> task = Task.start()) {
            task.on(SCORE, score -> seen.add(score + 1));
            task.once(SCORE, score -> seen.add("once"));
            task.emit(SCORE, 41);
            task.onlyLocal().emit(SCORE, 1);
        }
        assertEquals(List.of(42, "once", 2), seen);
    }

    @Test
    void anArrayIsOneArgumentHereAndElsewhere() throws Exception {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        Net.Node there = net.join(1);
        CountDownLatch heard = new CountDownLatch(4);
        try (Task<Context> zero = on(here); Task<Context> one = on(there)) {
            for (Task<Context> task : List.of(zero, one)) {
                task.on("numbers", (int[] numbers) -> {
                    seen.add(numbers.length);
                    heard.countDown();
                });
                task.on("names", (String[] names) -> {
                    seen.add(List.of(names));
                    heard.countDown();
                });
            }
            one.ready();
            zero.emit("numbers", new int[]{7, 8, 9});
            zero.with(Delivery.BLOCK).emit("names", (Object[]) new String[]{"Ada", "Grace"});
            heard.await();
        }
        assertEquals(2, seen.stream().filter(List.of("Ada", "Grace")::equals).count(), seen::toString);
        assertEquals(2, seen.stream().filter(Integer.valueOf(3)::equals).count(), seen::toString);
    }

    @Test
    void argumentsThatWereHeardCanBeEmittedAgain() {
        try (Task<Context> task = Task.start()) {
            task.onAny("heard", arguments -> task.emit("again", arguments));
            task.on("again", (String name, Integer points) -> seen.add(name + points));
            task.emit("heard", "Ada", 3);
        }
        assertEquals(List.of("Ada3"), seen);
    }

    @Test
    void anArrayThatDoesNotFitItsListenerIsExplained() {
        try (Task<Context> task = Task.start()) {
            task.on("all", (Object[] all) -> seen.add(all.length));
            task.emit("all", new Object[]{"Ada", 3});
            String message = assertThrows(TaskFailedException.class, () -> task.waitFor("finish", LONG)).getMessage();
            assertTrue(message.contains("as (String, Integer), but its listener"), message);
            assertTrue(message.endsWith("emit spreads an Object[] into arguments: cast it to Object to emit it as one argument"), message);
        }
        try (Task<Context> task = Task.start()) {
            task.on("two", (String first, String second) -> seen.add(first + second));
            task.emit("two", (Object[]) new String[]{"a", "b"});
            String message = assertThrows(TaskFailedException.class, () -> task.waitFor("finish", LONG)).getMessage();
            assertTrue(message.endsWith("emit takes a String[] as one argument: pass its elements one by one"), message);
        }
        assertEquals(List.of(), seen);
    }

    @Test
    void waitingForATypedEventGivesItsValue() throws Exception {
        try (Task<Context> task = Task.start()) {
            task.on("go", () -> task.emit(SCORE, 3));
            Crew crew = new Crew();
            FutureTask<Integer> score = crew.start(() -> {
                while (true) {
                    task.emit("go");
                    var came = task.waitFor(SCORE, Duration.ofMillis(50));
                    if (came.isPresent()) {
                        return came.get();
                    }
                }
            });
            assertEquals(3, Crew.await(score));
            assertTrue(task.waitFor(Event.of("nothing", String.class), Duration.ZERO).isEmpty());
        }
    }

    @Test
    void waitingForFinishEndsAtOnceWhenTheTaskIsFinished() {
        try (Task<Context> task = Task.start()) {
            task.finish();
            assertTrue(task.waitFor("finish", LONG));
            assertEquals(0, task.waitForOrThrow("finish", LONG).length);
        }
    }

    @Test
    void aTaskCanBeginWhenSoManyPeersAreThere() throws Exception {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        net.join(1);
        try (Task<Context> task = on(here)) {
            assertTrue(task.waitForPeers(1, Duration.ZERO));
            assertFalse(task.waitForPeers(2, Duration.ofMillis(1)));
            Crew crew = new Crew();
            FutureTask<Boolean> waits = crew.start(() -> task.waitForPeers(3, LONG));
            net.join(2);
            net.join(3);
            assertTrue(Crew.await(waits));
            assertEquals(4, task.router().size());
        }
    }

    @Test
    void whoWaitsForPeersSaysWhoIsThere() throws Exception {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        net.join(3);
        Crew crew = new Crew();
        try (Logged log = new Logged(); Task<Context> task = on(here)) {
            FutureTask<Boolean> waits = crew.start(() -> task.waitForPeers(2, LONG));
            log.await("after 5 s, node 0 still waits for 2 peers; the linked nodes are [3]"::equals);
            task.finish();
            assertFalse(Crew.await(waits));
        }
    }

    @Test
    void whoWaitsForPeersEndsWithTheTaskAndNeverInAListener() throws Exception {
        Net net = Net.mesh();
        try (Task<Context> task = on(net.join(0))) {
            Crew crew = new Crew();
            FutureTask<Boolean> waits = crew.start(() -> task.waitForPeers(1, Duration.ofSeconds(Long.MAX_VALUE)));
            task.on("ask", () -> task.waitForPeers(1, LONG));
            task.finish();
            assertFalse(Crew.await(waits));
            task.emit("ask");
            String message = assertThrows(TaskFailedException.class, () -> task.waitForOrThrow("never", LONG)).getMessage();
            assertTrue(message.contains("waiting for 1 peers inside a listener would block forever"), message);
        }
    }

    @Test
    void aNegativeNumberOfPeersAndANegativeTimeAreRefused() {
        try (Task<Context> task = Task.start()) {
            String count = assertThrows(IllegalArgumentException.class, () -> task.waitForPeers(-1, LONG)).getMessage();
            assertEquals("waitForPeers(-1, …): the number of peers cannot be negative", count);
            String time = assertThrows(IllegalArgumentException.class, () -> task.waitForPeers(1, Duration.ofSeconds(-1))).getMessage();
            assertEquals("waitForPeers(1, -1 s): the timeout cannot be negative; 0 s checks without waiting", time);
        }
    }

    @Test
    void aProcessThatNobodyCanLinkToDoesNotWaitForPeers() {
        try (Task<Context> task = Task.start()) {
            assertFalse(task.waitForPeers(1, Duration.ofDays(1)));
            assertTrue(task.waitForPeers(0, Duration.ofDays(1)));
            assertEquals(1, task.router().size());
        }
    }

    @Test
    void finishWakesWhoeverWaitsForIt() throws Exception {
        try (Task<Context> task = Task.start()) {
            Crew crew = new Crew();
            FutureTask<Boolean> waits = crew.start(() -> task.waitFor("finish", Duration.ofSeconds(Long.MAX_VALUE)));
            task.finish();
            assertTrue(Crew.await(waits));
        }
    }

    @Test
    void aListenerThatThrowsStopsTheStepLoopAndRunThrowsOnce() {
        try (Task<Context> task = Task.start()) {
            task.on("boom", () -> {
                throw new IllegalArgumentException("bad");
            });
            task.use(ctx -> task.emit("boom"));
            TaskFailedException e = assertThrows(TaskFailedException.class, task::run);
            assertTrue(e.getMessage().contains("'boom'") && e.getMessage().contains("TaskEventsTest.java"), e.getMessage());
            assertInstanceOf(IllegalArgumentException.class, e.getCause());
            assertSame(e, assertThrows(TaskFailedException.class, () -> task.emit("more")));
            assertSame(e, assertThrows(TaskFailedException.class, () -> task.waitFor("more", LONG)));
        } // close does not throw it again
    }

    @Test
    void aFailureNobodyHasSeenIsThrownByClose() {
        Task<Context> task = Task.start();
        task.on("boom", () -> {
            throw new IllegalArgumentException("bad");
        });
        task.emit("boom");
        assertTrue(assertThrows(TaskFailedException.class, task::close).getMessage().contains("'boom'"));
        task.close();
    }

    @Test
    void aFailureDoesNotMaskTheExceptionOfTheProgram() {
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> {
            try (Task<Context> task = Task.start()) {
                task.on("boom", () -> {
                    throw new IllegalArgumentException("bad");
                });
                task.emit("boom");
                throw new IllegalStateException("mine");
            }
        });
        assertEquals("mine", e.getMessage());
        assertInstanceOf(TaskFailedException.class, e.getSuppressed()[0]);
    }

    @Test
    void aFailureWakesWaitForInTime() throws Exception {
        try (Task<Context> task = Task.start()) {
            task.on("boom", () -> {
                throw new IllegalArgumentException("bad");
            });
            Crew crew = new Crew();
            FutureTask<Boolean> waits = crew.start(() -> task.waitFor("never", Duration.ofDays(1)));
            task.emit("boom");
            assertThrows(TaskFailedException.class, () -> Crew.await(waits));
        }
    }

    @Test
    void aTaskThatOnlyLogsFailuresGoesOn() {
        TaskOptions options = TaskOptions.defaults().withErrorPolicy(ErrorPolicy.LOG);
        try (Task<Context> task = Task.start(new Context(), options)) {
            task.on("n", (Integer n) -> {
                seen.add(n);
                if (n == 0) {
                    throw new IllegalArgumentException("this stack trace is expected in the log");
                }
            });
            task.use(ctx -> task.emit("n", (int) ctx.step()));
            task.run(2);
        }
        assertEquals(List.of(0, 1), seen);
    }

    @Test
    void waitingInsideAListenerIsRefused() {
        try (Task<Context> task = Task.start()) {
            task.on("e", () -> task.waitFor("never", LONG));
            task.use(ctx -> task.emit("e"));
            TaskFailedException e = assertThrows(TaskFailedException.class, task::run);
            assertTrue(e.getMessage().contains("inside a listener"), e.getMessage());
        }
    }

    @Test
    void closingATaskFinishesItsPeersAfterAllItSaid() throws Exception {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        Net.Node there = net.join(1);
        Crew crew = new Crew();
        CountDownLatch stepping = new CountDownLatch(1);
        crew.run(() -> {
            try (Task<Context> task = on(here)) {
                task.on("last words", () -> seen.add("last words"));
                task.on("finish", () -> seen.add("finish"));
                task.use(ctx -> stepping.countDown());
                task.run();
                assertTrue(task.finished());
            }
        });
        try (Task<Context> task = on(there)) {
            stepping.await();
            task.emit("last words");
        }
        crew.join();
        assertEquals(List.of("last words", "finish"), seen);
    }

    @Test
    void listenersHearTheEndOfTheirOwnTaskOnce() {
        try (Task<Context> task = Task.start()) {
            task.on("finish", () -> seen.add("finish"));
            task.finish();
            task.finish();
        }
        try (Task<Context> task = Task.start()) {
            task.on("finish", () -> seen.add("finish of the second"));
        }
        assertEquals(List.of("finish", "finish of the second"), seen);
    }

    @Test
    void removingAllListenersDoesNotMakeATaskDeafToFinish() {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        Net.Node there = net.join(1);
        try (Task<Context> zero = on(here)) {
            zero.on("e", () -> seen.add("never"));
            zero.off("*");
            zero.emit("e");
            on(there).close();
            assertTrue(zero.waitFor("finish", LONG));
        }
        assertEquals(List.of(), seen);
    }

    @Test
    void aListenerMayAnswerWhileTheTaskIsClosing() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        Task<Context> task = Task.start();
        task.on("answer", (String text) -> seen.add(text));
        task.on("ask", () -> {
            closing.await();
            task.emit("answer", "late");
        });
        task.on("finish", () -> task.emit("answer", "last"));
        task.emit("ask");
        Crew crew = new Crew();
        crew.run(task::close);
        while (!task.finished()) {
            Thread.onSpinWait();
        }
        closing.countDown();
        crew.join();
        assertEquals("late", seen.getFirst());
    }

    @Test
    void closingFromAnotherThreadEndsTheStepLoop() throws Exception {
        CountDownLatch stepping = new CountDownLatch(1);
        Task<Context> task = Task.start();
        task.use(ctx -> stepping.countDown());
        Crew crew = new Crew();
        crew.run(task::run);
        stepping.await();
        task.close();
        crew.join();
    }
}
