package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.link.Address;
import dev.troupe.link.Endpoint;
import dev.troupe.link.Identity;
import dev.troupe.link.Link;
import dev.troupe.link.LinkOptions;
import dev.troupe.link.LinkWatcher;
import dev.troupe.link.Token;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Routers of several "processes" in one JVM, over in-memory links.
@Timeout(30)
class LinkRouterTest {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Duration SOON = Duration.ofSeconds(10);

    private final String name = "router-test-" + NAMES.incrementAndGet();
    private final List<LinkRouter> routers = new ArrayList<>();
    private final CompletableFuture<TaskFailedException> failure = new CompletableFuture<>();
    private Trace trace = Trace.off();
    private LinkOptions options = LinkOptions.defaults();

    @AfterEach
    void close() {
        routers.forEach(LinkRouter::close);
    }

    private Address address(int node) {
        return Address.parse("mem://" + name + "-" + node);
    }

    /// Node `id` of a mesh of `size`: dials all before it, awaits all after it.
    private LinkRouter router(int id, int size) throws IOException {
        Set<Integer> later = Set.copyOf(IntStream.range(id + 1, size).boxed().toList());
        Neighbours place = new Neighbours(id, address(id), IntStream.range(0, id).mapToObj(this::address).toList(), later, SOON);
        LinkRouter router = LinkRouter.open(place, Token.of("the token of the tests"), options, trace);
        routers.add(router);
        return router;
    }

    private Events open(Router router) {
        return router.open(ErrorPolicy.FAIL, failure::complete);
    }

    private static void emit(Events events, String event, Object... arguments) {
        events.emit(Scope.EVERYONE, Delivery.BLOCK, event, arguments);
    }

    private static <T> void on(Events events, String event, Listener.Of1<T> listener) {
        events.on(event, listener, false);
    }

    /// Opens a task on each of two linked routers.
    private Events[] pair() throws IOException {
        LinkRouter zero = router(0, 2);
        LinkRouter one = router(1, 2);
        return new Events[]{open(zero), open(one)};
    }

    private static Object[] take(BlockingQueue<Object[]> queue) throws InterruptedException {
        Object[] next = queue.poll(10, TimeUnit.SECONDS);
        assertTrue(next != null, "nothing came within 10 s");
        return next;
    }

    @Test
    void anEventSentBeforeTheListenerWasRegisteredStillArrives() throws Exception {
        Events[] tasks = pair();
        emit(tasks[1], "greeting", "Hi");
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        on(tasks[0], "greeting", (String s) -> heard.add(s));
        assertEquals("Hi", heard.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void anEventSentBeforeThePeerOpenedItsTaskStillArrives() throws Exception {
        LinkRouter zero = router(0, 2);
        Events one = open(router(1, 2));
        emit(one, "greeting", "Hi");
        Events late = open(zero);
        assertTrue(late.expect("greeting").await(SOON).isPresent());
    }

    @Test
    void whatIsHeldKeepsItsOrder() throws Exception {
        Events[] tasks = pair();
        emit(tasks[1], "first", 1);
        emit(tasks[1], "second", 2);
        BlockingQueue<Integer> heard = new LinkedBlockingQueue<>();
        on(tasks[0], "second", (Integer n) -> heard.add(n));
        on(tasks[0], "first", (Integer n) -> heard.add(n));
        tasks[0].ready();
        assertEquals(1, heard.poll(10, TimeUnit.SECONDS));
        assertEquals(2, heard.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void aProgramThatNeverBecomesReadyIsNotDeafForEver() throws Exception {
        Events[] tasks = pair();
        emit(tasks[1], "nobody listens", 1);
        emit(tasks[1], "wanted", 2);
        BlockingQueue<Integer> heard = new LinkedBlockingQueue<>();
        on(tasks[0], "wanted", (Integer n) -> heard.add(n));
        assertEquals(2, heard.poll(20, TimeUnit.SECONDS));
        emit(tasks[1], "wanted", 3);
        assertEquals(3, heard.poll(10, TimeUnit.SECONDS));
        on(tasks[0], "nobody listens", (Integer n) -> heard.add(n));
        assertEquals(1, heard.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void eventsOfEachSenderArriveInTheOrderTheyWereEmitted() throws Exception {
        Events zero = open0of3();
        int each = 20_000;
        int[] next = new int[3];
        CountDownLatch all = new CountDownLatch(2 * each);
        zero.on("n", (Listener.Of2<Integer, Integer>) (node, n) -> {
            assertEquals(next[node]++, n);
            all.countDown();
        }, false);
        zero.ready();
        for (int node = 1; node <= 2; node++) {
            int id = node;
            Events events = opened.get(node);
            Thread.ofPlatform().start(() -> IntStream.range(0, each).forEach(n -> emit(events, "n", id, n)));
        }
        assertTrue(all.await(20, TimeUnit.SECONDS), () -> "failed: " + failure.getNow(null));
    }

    private final List<Events> opened = new ArrayList<>();

    private Events open0of3() throws IOException {
        for (int node = 0; node < 3; node++) {
            router(node, 3);
        }
        routers.forEach(r -> opened.add(open(r)));
        return opened.getFirst();
    }

    @Test
    void aPeerGetsOnlyWhatItListensTo() throws Exception {
        Events[] tasks = pair();
        on(tasks[0], "wanted", (Integer n) -> {});
        Expectation ready = tasks[1].expect("ready");
        tasks[0].ready();
        emit(tasks[0], "ready");
        assertTrue(ready.await(SOON).isPresent());
        long before = routers.get(1).stats().sent();
        emit(tasks[1], "unwanted", 1);
        emit(tasks[1], "wanted", 1);
        assertEquals(before + 1, routers.get(1).stats().sent());
    }

    @Test
    void aListenerRegisteredBeforeAQuestionHearsTheAnswer() throws Exception {
        Events[] tasks = pair();
        tasks[0].on("question", (Listener.Of1<Integer>) n -> emit(tasks[0], "answer" + n, n), false);
        tasks[0].ready();
        tasks[1].ready();
        for (int n = 0; n < 100; n++) {
            Expectation answer = tasks[1].expect("answer" + n);
            emit(tasks[1], "question", n);
            assertTrue(answer.await(SOON).isPresent(), "answer " + n + " got lost");
        }
    }

    @Test
    void whatWasWaitedForIsNotSentAfterwards() throws Exception {
        Events[] tasks = pair();
        Expectation told = tasks[1].expect("told");
        tasks[1].ready();
        assertTrue(tasks[0].expect("x").await(Duration.ofMillis(1)).isEmpty());
        emit(tasks[0], "told");
        assertTrue(told.await(SOON).isPresent());
        long before = routers.get(1).stats().sent();
        emit(tasks[1], "x", 1);
        assertEquals(before, routers.get(1).stats().sent());
    }

    @Test
    void thousandsOfNamesAreNoBurden() throws Exception {
        options = options.withWindow(1 << 16);
        Events[] tasks = pair();
        tasks[0].on("ask", (Listener.Of1<Integer>) n -> emit(tasks[0], "reply-" + n, n), false);
        tasks[0].ready();
        tasks[1].ready();
        for (int n = 0; n < 10_000; n++) {
            Expectation reply = tasks[1].expect("reply-" + n);
            emit(tasks[1], "ask", n);
            assertTrue(reply.await(SOON).isPresent(), "reply " + n + " got lost");
        }
        for (int n = 0; n < 10_000; n++) {
            on(tasks[1], "kept-" + n, (Integer i) -> {});
        }
    }

    @Test
    void aPeerThatWasLostBeforeAnybodyListenedIsStillTold() throws Exception {
        Events[] tasks = pair();
        CountDownLatch gone = new CountDownLatch(1);
        Thread.ofPlatform().start(() -> {
            routers.get(1).close();
            gone.countDown();
        });
        assertTrue(gone.await(10, TimeUnit.SECONDS));
        while (!routers.get(0).peers().isEmpty()) {
            Thread.onSpinWait();
        }
        Expectation lost = tasks[0].expect(Router.PEER_LOST);
        assertEquals(1, lost.await(SOON).orElseThrow()[0]);
    }

    @Test
    void scopeDecidesWhoHears() throws Exception {
        Events[] tasks = pair();
        BlockingQueue<String> here = new LinkedBlockingQueue<>();
        BlockingQueue<String> there = new LinkedBlockingQueue<>();
        on(tasks[0], "e", (String s) -> here.add(s));
        on(tasks[1], "e", (String s) -> there.add(s));
        tasks[0].emit(Scope.ONLY_LOCAL, Delivery.BLOCK, "e", "local");
        tasks[0].emit(Scope.ONLY_REMOTE, Delivery.BLOCK, "e", "remote");
        tasks[0].emit(Scope.EVERYONE, Delivery.BLOCK, "e", "all");
        assertEquals("local", here.poll(10, TimeUnit.SECONDS));
        assertEquals("all", here.poll(10, TimeUnit.SECONDS));
        assertEquals("remote", there.poll(10, TimeUnit.SECONDS));
        assertEquals("all", there.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void aSlowPeerBlocksTheSenderAndNothingIsLost() throws Exception {
        options = options.withWindow(1 << 18);
        Events[] tasks = pair();
        CountDownLatch gate = new CountDownLatch(1);
        int total = 20_000;
        CountDownLatch seen = new CountDownLatch(total);
        on(tasks[0], "n", (byte[] bytes) -> {
            gate.await();
            seen.countDown();
        });
        CountDownLatch emitted = new CountDownLatch(1);
        Thread sender = Thread.ofPlatform().start(() -> {
            IntStream.range(0, total).forEach(n -> emit(tasks[1], "n", (Object) new byte[100]));
            emitted.countDown();
        });
        while (sender.getState() != Thread.State.WAITING && sender.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        assertEquals(1, emitted.getCount(), "the sender went on although nobody consumed");
        gate.countDown();
        assertTrue(emitted.await(10, TimeUnit.SECONDS));
        assertTrue(seen.await(10, TimeUnit.SECONDS));
    }

    @Test
    void underLatestASlowPeerNeverBlocksTheSenderAndGetsTheNewestValue() throws Exception {
        options = options.withWindow(1 << 18);
        Events[] tasks = pair();
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(1);
        AtomicInteger delivered = new AtomicInteger();
        int total = 20_000;
        tasks[0].on("model", (Listener.Of2<Integer, byte[]>) (version, weights) -> {
            gate.await();
            delivered.incrementAndGet();
            if (version == total) {
                last.countDown();
            }
        }, false);
        for (int version = 1; version <= total; version++) {
            tasks[1].emit(Scope.EVERYONE, Delivery.LATEST, "model", version, new byte[100]);
        }
        gate.countDown();
        assertTrue(last.await(10, TimeUnit.SECONDS), "the newest value never came");
        assertTrue(delivered.get() < total / 2, delivered + " of " + total + " were delivered");
        long dropped = routers.get(0).stats().dropped() + routers.get(1).stats().dropped();
        assertEquals(total, delivered.get() + dropped);
    }

    @Test
    void whoClosesDeliversTheNewestValuesThatStillWaitForRoom() throws Exception {
        options = options.withWindow(1 << 18);
        Events[] tasks = pair();
        int models = 100;
        CountDownLatch heard = new CountDownLatch(models);
        for (int model = 0; model < models; model++) {
            on(tasks[0], "model " + model, (byte[] weights) -> heard.countDown());
        }
        tasks[0].ready();
        for (int model = 0; model < models; model++) {
            tasks[1].emit(Scope.EVERYONE, Delivery.LATEST, "model " + model, new byte[200_000]);
        }
        routers.get(1).close();
        assertTrue(heard.await(10, TimeUnit.SECONDS), () -> heard.getCount() + " of " + models + " were lost");
    }

    @Test
    void whoClosesWaitsForAStuckPeerOnlyOnce() throws Exception {
        options = options.withWindow(1 << 18).withGrace(Duration.ofSeconds(5));
        CountDownLatch gate = new CountDownLatch(1);
        try (Endpoint stuck = new Endpoint(new Identity(1, 7), Token.of("the token of the tests"), options, new LinkWatcher() {
            @Override
            public void up(Link link) {
                link.offer(Peer.CONTROL, new Announcement.Whole(new Interest(1, Interest.Stage.OPEN, Set.of())).encode());
            }
        })) {
            stuck.channel(Peer.CONTROL, (link, message) -> link.release(Peer.CONTROL, message.length));
            stuck.channel(Peer.EVENTS, (link, message) -> link.release(Peer.EVENTS, message.length));
            stuck.channel(Peer.LATEST, (link, message) -> hold(gate));
            LinkRouter zero = router(0, 2);
            stuck.dial(address(0));
            Events events = open(zero);
            for (int model = 0; model < 10; model++) {
                events.emit(Scope.EVERYONE, Delivery.LATEST, "model " + model, new byte[200_000]);
            }
            List<String> said = new CopyOnWriteArrayList<>();
            long begin = System.nanoTime();
            zero.close(said::add);
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            assertTrue(took.compareTo(options.grace().multipliedBy(2)) < 0, () -> "it took " + took + ": " + said);
            assertTrue(said.stream().anyMatch(line -> line.contains("did not reach node 1")), said::toString);
            assertTrue(zero.undelivered() > 0);
        } finally {
            gate.countDown();
        }
    }

    private static void hold(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void closingATaskTellsThePeers() throws Exception {
        Events[] tasks = pair();
        Expectation finish = tasks[0].expect("finish");
        tasks[1].close();
        assertTrue(finish.await(SOON).isPresent());
    }

    @Test
    void aLostPeerIsAnEventHere() throws Exception {
        Events[] tasks = pair();
        Expectation lost = tasks[0].expect(Router.PEER_LOST);
        routers.get(1).close();
        assertEquals(1, lost.await(SOON).orElseThrow()[0]);
        assertEquals(Set.of(), routers.get(0).peers());
    }

    @Test
    void aPeerThatComesLaterIsAnEventAndHearsWhatIsEmittedFromThenOn() throws Exception {
        Events zero = open(router(0, 1));
        Expectation joined = zero.expect(Router.PEER_JOINED);
        Events one = open(router(1, 2));
        assertEquals(1, joined.await(SOON).orElseThrow()[0]);
        emit(zero, "hello");
        assertTrue(one.expect("hello").await(SOON).isPresent());
    }

    @Test
    void aMissingPeerIsNamedInTime() throws Exception {
        Neighbours place = new Neighbours(1, address(1), List.of(address(0)), Set.of(7), Duration.ofMillis(200));
        LinkRouter lonely = LinkRouter.open(place, Token.of("the token of the tests"), options, trace);
        routers.add(lonely);
        String message = assertThrows(TaskFailedException.class, () -> open(lonely)).getMessage();
        assertTrue(message.contains(address(0).toString()) && message.contains("node 7"), message);
    }

    @Test
    void whatWasEmittedInOneTaskDoesNotReachTheNext() throws Exception {
        Events[] first = pair();
        BlockingQueue<Object[]> heard = new LinkedBlockingQueue<>();
        first[0].ready();
        first[1].close();
        first[0].close();
        Events[] second = {open(routers.get(0)), open(routers.get(1))};
        second[0].on("finish", (Listener.OfAny) heard::add, false);
        second[0].on("marker", (Listener.OfAny) heard::add, false);
        second[0].ready();
        emit(second[1], "marker", "second");
        assertEquals("second", take(heard)[0]);
    }

    @Test
    void theSecondTaskOfAPeerThatIsAheadIsHeldForOurs() throws Exception {
        Events[] first = pair();
        first[0].ready();
        first[1].close();
        Events ahead = open(routers.get(1));
        emit(ahead, "greeting", "from the second");
        first[0].close();
        Events second = open(routers.get(0));
        assertEquals("from the second", second.expect("greeting").await(SOON).orElseThrow()[0]);
    }

    @Test
    void twoTasksAtATimeAreRefused() throws Exception {
        Events[] tasks = pair();
        tasks[0].ready();
        assertThrows(IllegalStateException.class, () -> open(routers.get(0)));
    }

    @Test
    void aShapeThatDoesNotFitNamesThePeer() throws Exception {
        Events[] tasks = pair();
        on(tasks[0], "greeting", (String s) -> {});
        emit(tasks[1], "greeting", 42);
        String message = failure.get(10, TimeUnit.SECONDS).getMessage();
        assertTrue(message.contains("node 1") && message.contains("(Integer)") && message.contains("(String)"), message);
    }

    @Test
    void aValueThatCannotBeSentIsRefusedAtTheSender() throws Exception {
        Events[] tasks = pair();
        String message = assertThrows(IllegalArgumentException.class, () -> emit(tasks[1], "thread", Thread.currentThread())).getMessage();
        assertTrue(message.contains("'thread'") && message.contains("Thread"), message);
    }

    @Test
    void traceTellsOfEveryEventWithPeerAndSize() throws Exception {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        trace = Trace.to(new PrintStream(lines, true, StandardCharsets.UTF_8));
        Events[] tasks = pair();
        emit(tasks[1], "greeting", "Hi");
        assertTrue(tasks[0].expect("greeting").await(SOON).isPresent());
        String text = lines.toString(StandardCharsets.UTF_8);
        assertTrue(text.matches("(?s).*sent 'greeting' to node 0, \\d+ bytes.*"), text);
        assertTrue(text.matches("(?s).*received 'greeting' from node 1, \\d+ bytes.*"), text);
    }

    @Test
    void aPeerThatDiedBeforeItWasLinkedIsNotWaitedFor() throws Exception {
        LinkRouter one = router(1, 3);
        one.ended(new PeerEnded(0, address(0), 137, false));
        String message = assertThrows(TaskFailedException.class, () -> open(one)).getMessage();
        assertTrue(message.startsWith("node 0 was killed"), message);
    }

    @Test
    void whoTookThePortOfASiblingIsNotLinked() throws Exception {
        Neighbours theirs = new Neighbours(0, 7, Set.of(), Door.at(address(0)), List.of(), List.of(), Set.of(), Set.of(), false, true,
                Set.of(), SOON);
        Neighbours ours = new Neighbours(1, 8, Set.of(), Door.at(address(1)), List.of(), List.of(), Set.of(0), Set.of(), false, true,
                Set.of(), Duration.ofMillis(500));
        routers.add(LinkRouter.open(theirs, Token.of("the token of the tests"), options, trace));
        routers.add(LinkRouter.open(ours, new Departed(), Token.of("the token of the tests"), options, trace, door -> List.of(address(0))));
        String message = assertThrows(TaskFailedException.class, () -> open(routers.getLast())).getMessage();
        assertTrue(message.contains("node 0 of another run listens on " + address(0)), message);
        assertEquals(Set.of(), routers.getFirst().peers());
    }

    @Test
    void asManyEventsAreCountedAsLostAsTheLogSays() throws Exception {
        options = options.withWindow(1 << 16);
        try (Logged log = new Logged()) {
            Events[] tasks = pair();
            CountDownLatch gate = new CountDownLatch(1);
            on(tasks[0], "n", (byte[] bytes) -> gate.await());
            tasks[0].ready();
            Thread sender = Thread.ofPlatform()
                    .start(() -> IntStream.range(0, 1000).forEach(n -> emit(tasks[1], "n", (Object) new byte[1000])));
            while (sender.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            routers.get(1).ended(new PeerEnded(0, address(0), 137, false));
            String line = log.await(text -> text.startsWith("node 0 lost: its process was killed"));
            sender.join();
            gate.countDown();
            assertTrue(line.contains("up to " + routers.get(1).stats().lost() + " message"), () -> line + routers.get(1).stats());
            assertTrue(routers.get(1).stats().lost() > 0, line);
        }
    }

    @Test
    void whoJoinsASingleProcessIsToldAbout() throws Exception {
        try (Logged log = new Logged()) {
            LinkRouter single = single(0);
            Events one = open(router(1, 2));
            String line = log.await(text -> text.startsWith("node 1 has joined node 0, which was started as a single process"));
            assertTrue(line.contains("events pass, and finish ends both"), line);
            Expectation greeting = open(single).expect("greeting");
            emit(one, "greeting");
            assertTrue(greeting.await(SOON).isPresent());
        }
    }

    @Test
    void aSingleProcessDoesNotWaitForPeers() throws Exception {
        try (Task<Context> task = Task.start(new Context(), TaskOptions.defaults(), single(0))) {
            assertFalse(task.waitForPeers(1, Duration.ofDays(1)));
        }
    }

    /// A process that was started alone, although others may link to it.
    private LinkRouter single(int id) throws IOException {
        LinkRouter router = LinkRouter.open(new Neighbours(id, 7, Set.of(), Door.at(address(id)), List.of(), List.of(), Set.of(), Set.of(),
                false, false, Set.of(), SOON), Token.of("the token of the tests"), options, trace);
        routers.add(router);
        return router;
    }

    @Test
    void whoEndsFirstDoesNotCallItTheEndOfTheOthers() throws Exception {
        try (Logged log = new Logged()) {
            Events[] tasks = pair();
            tasks[0].close();
            routers.get(0).close();
            assertEquals(List.of(), log.lines().stream().filter(line -> line.contains("node 1 lost")).toList());
        }
    }

    /// As by the hook that runs at `System.exit`.
    @Test
    void whoEndsInTheMiddleOfItsTaskHearsNothingOfTheOthers() throws Exception {
        Events[] tasks = pair();
        List<Object> heard = new CopyOnWriteArrayList<>();
        tasks[0].on(Router.PEER_LOST, (Listener.Of2<Integer, String>) (node, why) -> heard.add(why), false);
        tasks[0].on(Router.PEER_LEFT, (Listener.Of1<Integer>) heard::add, false);
        tasks[0].ready();
        routers.get(0).close();
        tasks[0].drain();
        assertEquals(List.of(), heard);
    }

    @Test
    void nobodyButTheRouterTellsOfPeers() throws Exception {
        Events[] tasks = pair();
        for (String event : List.of("peer lost", "peer left", "peer joined")) {
            String message = assertThrows(IllegalArgumentException.class, () -> emit(tasks[1], event, 0)).getMessage();
            assertTrue(message.startsWith("'" + event + "' is told by Troupe itself"), message);
        }
        List<Object> heard = new CopyOnWriteArrayList<>();
        tasks[0].on(Router.PEER_LOST, (Listener.OfAny) arguments -> heard.add("lost"), false);
        tasks[0].on("after it", (Listener.Of0) () -> heard.add("the event after it"), false);
        Expectation after = tasks[0].expect("after it");
        // As a peer would that does not ask whether it may.
        routers.get(1).send(1, Delivery.BLOCK, Router.PEER_LOST, new Object[]{0, "a lie"});
        emit(tasks[1], "after it");
        assertTrue(after.await(SOON).isPresent());
        assertEquals(List.of("the event after it"), heard);
    }

    @Test
    void aTaskMayBeFinishedByAnEvent() throws Exception {
        Events[] tasks = pair();
        Expectation finish = tasks[0].expect(Task.FINISH);
        emit(tasks[1], Task.FINISH);
        assertTrue(finish.await(SOON).isPresent());
    }

    @Test
    void whoClosesItsTaskBeforeItEndsLeavesAndIsNotLost() throws Exception {
        Events[] tasks = pair();
        List<String> lost = new CopyOnWriteArrayList<>();
        tasks[0].on(Router.PEER_LOST, (Listener.Of2<Integer, String>) (node, why) -> lost.add(why), false);
        Expectation left = tasks[0].expect(Router.PEER_LEFT);
        tasks[1].close();
        routers.get(1).close();
        assertArrayEquals(new Object[]{1}, left.await(SOON).orElseThrow());
        tasks[0].drain();
        assertEquals(List.of(), lost);
    }

    @Test
    void nobodyDialsASiblingThatHasEnded() throws Exception {
        LinkRouter one = router(1, 2);
        one.ended(new PeerEnded(0, address(0), 0, false));
        open(one).close();
        assertEquals(Set.of(), one.peers());
    }

    @Test
    void aTaskCanBeClosedAfterItsRouter() throws Exception {
        Events[] tasks = pair();
        routers.get(0).close();
        tasks[0].close();
    }
}
