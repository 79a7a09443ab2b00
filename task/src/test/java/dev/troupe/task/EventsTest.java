package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.task.Emitter.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class EventsTest {
    private final Router router = Router.current();
    private final CompletableFuture<TaskFailedException> failure = new CompletableFuture<>();
    private Events events = router.open(ErrorPolicy.FAIL, failure::complete);

    @AfterEach
    void close() {
        events.close();
    }

    private void emit(String event, Object... arguments) {
        events.emit(Scope.EVERYONE, Delivery.BLOCK, event, arguments);
    }

    private void on(String event, Listener.Of1<?> listener) {
        events.on(event, listener, false);
    }

    @Test
    void listenersSeeEventsInTheOrderTheyWereEmitted() {
        List<Integer> seen = new ArrayList<>();
        on("n", (Integer n) -> seen.add(n));
        IntStream.range(0, 100_000).forEach(n -> emit("n", n));
        events.drain();
        assertEquals(IntStream.range(0, 100_000).boxed().toList(), seen);
    }

    @Test
    void anEventReachesEveryListenerOfItsNameAndNoOther() {
        List<String> seen = new ArrayList<>();
        on("a", (String s) -> seen.add("first " + s));
        on("a", (String s) -> seen.add("second " + s));
        on("b", (String s) -> seen.add("other " + s));
        emit("a", "x");
        events.drain();
        assertEquals(List.of("first x", "second x"), seen);
    }

    @Test
    void listenersOfAnyShapeGetTheirArguments() {
        List<Object> seen = new ArrayList<>();
        events.on("none", (Listener.Of0) () -> seen.add("none"), false);
        events.on("two", (Listener.Of2<Integer, String>) (a, b) -> seen.add(a + b), false);
        events.on("three", (Listener.Of3<Integer, Integer, Integer>) (a, b, c) -> seen.add(a + b + c), false);
        events.on("any", (Listener.OfAny) arguments -> seen.add(arguments.length), false);
        emit("none");
        emit("two", 1, "x");
        emit("three", 1, 2, 3);
        emit("any", 1, 2, 3, 4);
        events.drain();
        assertEquals(List.of("none", "1x", 6, 4), seen);
    }

    @Test
    void aListenerRegisteredOnceHearsOneEvent() {
        List<Integer> seen = new ArrayList<>();
        events.on("n", (Listener.Of1<Integer>) seen::add, true);
        emit("n", 1);
        emit("n", 2);
        events.drain();
        assertEquals(List.of(1), seen);
    }

    @Test
    void offRemovesListenersByGlob() {
        List<String> seen = new ArrayList<>();
        on("env.step", (String s) -> seen.add(s));
        on("env.reset", (String s) -> seen.add(s));
        on("train", (String s) -> seen.add(s));
        events.off("env.*");
        emit("env.step", "step");
        emit("env.reset", "reset");
        emit("train", "train");
        events.drain();
        assertEquals(List.of("train"), seen);
    }

    @Test
    void offLeavesTheListenersOfTheTaskItselfAlone() {
        List<String> seen = new ArrayList<>();
        events.always("finish", (Listener.OfAny) arguments -> seen.add("finish"));
        events.off("*");
        emit("finish");
        events.drain();
        assertEquals(List.of("finish"), seen);
    }

    @Test
    void aSubscriptionRemovesItsOwnListenerAlone() {
        List<String> seen = new ArrayList<>();
        Subscription first = events.on("a", (Listener.Of1<String>) s -> seen.add("first"), false);
        on("a", (String s) -> seen.add("second"));
        first.off();
        first.off();
        emit("a", "x");
        events.drain();
        assertEquals(List.of("second"), seen);
    }

    @Test
    void aRemoteOnlyEventIsNotHeardHere() {
        List<String> seen = new ArrayList<>();
        on("a", (String s) -> seen.add(s));
        events.emit(Scope.ONLY_REMOTE, Delivery.BLOCK, "a", "remote");
        events.emit(Scope.ONLY_LOCAL, Delivery.BLOCK, "a", "local");
        events.drain();
        assertEquals(List.of("local"), seen);
    }

    @Test
    void aListenerThatThrowsFailsTheTaskAndIsNamed() throws Exception {
        on("boom", (String s) -> {
            throw new IllegalArgumentException("bad " + s);
        });
        emit("boom", "egg");
        TaskFailedException problem = failure.get(10, TimeUnit.SECONDS);
        assertTrue(problem.getMessage().contains("'boom'"), problem.getMessage());
        assertTrue(problem.getMessage().contains("EventsTest.java:"), problem.getMessage());
        assertInstanceOf(IllegalArgumentException.class, problem.getCause());
        events.drain();
        assertSame(problem, assertThrows(TaskFailedException.class, () -> emit("boom", "again")));
    }

    @Test
    void aFailureWakesWhoeverWaits() {
        on("boom", (String s) -> {
            throw new IllegalStateException("bad");
        });
        Expectation never = events.expect("never");
        emit("boom", "x");
        assertThrows(TaskFailedException.class, () -> never.await(Duration.ofSeconds(10)));
    }

    @Test
    void underTheLogPolicyAListenerMayThrowAndTheNextEventIsDelivered() {
        events.close();
        events = Router.current().open(ErrorPolicy.LOG, failure::complete);
        List<Integer> seen = new ArrayList<>();
        on("n", (Integer n) -> {
            if (n == 1) {
                throw new IllegalStateException("this stack trace is expected in the log");
            }
            seen.add(n);
        });
        emit("n", 1);
        emit("n", 2);
        events.drain();
        assertEquals(List.of(2), seen);
        assertFalse(failure.isDone());
    }

    @Test
    void anEventOfAnotherShapeIsAnErrorThatNamesBoth() throws Exception {
        on("greeting", (String s) -> {});
        emit("greeting", 42);
        String message = failure.get(10, TimeUnit.SECONDS).getMessage();
        assertTrue(message.contains("'greeting'") && message.contains("(Integer)") && message.contains("(String)")
                && message.contains("node 0"), message);
    }

    @Test
    void anEventWithAnotherNumberOfArgumentsIsAnErrorToo() throws Exception {
        on("greeting", (String s) -> {});
        emit("greeting", "a", "b");
        String message = failure.get(10, TimeUnit.SECONDS).getMessage();
        assertTrue(message.contains("(String, String)") && message.contains("takes (String)"), message);
    }

    @Test
    void anExpectationSeesWhatCameBetweenAskingAndWaiting() {
        Expectation answer = events.expect("answer");
        emit("answer", 42);
        assertArrayEquals(new Object[]{42}, answer.await(Duration.ofSeconds(10)).orElseThrow());
    }

    @Test
    void waitingEndsEmptyHandedWhenTheTimeIsUp() {
        assertTrue(events.expect("nothing").await(Duration.ofMillis(1)).isEmpty());
    }

    @Test
    void waitingInsideAListenerIsRefusedWithAReason() throws Exception {
        on("a", (String s) -> events.expect("b").await(Duration.ofSeconds(1)));
        emit("a", "x");
        String message = failure.get(10, TimeUnit.SECONDS).getMessage();
        assertTrue(message.contains("inside a listener"), message);
    }

    @Test
    void closingDeliversWhatWasEmittedBefore() {
        List<Integer> seen = new ArrayList<>();
        on("n", (Integer n) -> seen.add(n));
        IntStream.range(0, 1000).forEach(n -> emit("n", n));
        events.close();
        assertEquals(1000, seen.size());
        assertThrows(IllegalStateException.class, () -> emit("n", 1));
    }

    @Test
    void aSlowListenerBlocksTheEmitterAndNothingIsLost() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch seen = new CountDownLatch(200_000);
        on("n", (Integer n) -> {
            gate.await();
            seen.countDown();
        });
        CountDownLatch emitted = new CountDownLatch(1);
        Thread emitter = Thread.ofPlatform().start(() -> {
            IntStream.range(0, 200_000).forEach(n -> emit("n", n));
            emitted.countDown();
        });
        while (emitter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertEquals(1, emitted.getCount());
        gate.countDown();
        assertTrue(emitted.await(10, TimeUnit.SECONDS));
        assertTrue(seen.await(10, TimeUnit.SECONDS));
    }

    @Test
    void aListenerMayEmitToItselfWithoutBlocking() throws Exception {
        CountDownLatch done = new CountDownLatch(100_000);
        events.on("more", (Listener.Of0) done::countDown, false);
        events.on("start", (Listener.Of0) () -> IntStream.range(0, 100_000).forEach(n -> emit("more")), false);
        emit("start");
        assertTrue(done.await(10, TimeUnit.SECONDS));
    }

    @Test
    void underLatestOnlyTheNewestPendingValueIsDelivered() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
        on("model", (Integer n) -> {
            seen.add(n);
            busy.countDown();
            gate.await();
        });
        events.emit(Scope.EVERYONE, Delivery.LATEST, "model", 0);
        busy.await();
        IntStream.rangeClosed(1, 100).forEach(n -> events.emit(Scope.EVERYONE, Delivery.LATEST, "model", n));
        gate.countDown();
        events.drain();
        assertEquals(List.of(0, 100), List.copyOf(seen));
        assertEquals(99, router.stats().dropped());
    }
}
