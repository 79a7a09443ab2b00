package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.link.Endpoint;
import dev.troupe.link.Link;
import dev.troupe.link.LinkOptions;
import dev.troupe.link.LinkWatcher;
import dev.troupe.task.Context;
import dev.troupe.task.Delivery;
import dev.troupe.task.Expectation;
import dev.troupe.task.Interest;
import dev.troupe.task.Interest.Announcement;
import dev.troupe.task.Logged;
import dev.troupe.task.Router;
import dev.troupe.task.Task;
import dev.troupe.task.TaskFailedException;
import dev.troupe.task.TaskOptions;
import dev.troupe.transport.Address;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
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

    private static Task<Context> open(Router router) {
        return Task.start(new Context(), TaskOptions.defaults(), router);
    }

    /// Opens a task on each of two linked routers.
    private List<Task<Context>> pair() throws IOException {
        LinkRouter zero = router(0, 2);
        LinkRouter one = router(1, 2);
        return List.of(open(zero), open(one));
    }

    private static Object[] take(BlockingQueue<Object[]> queue) throws InterruptedException {
        Object[] next = queue.poll(10, TimeUnit.SECONDS);
        assertTrue(next != null, "nothing came within 10 s");
        return next;
    }

    @Test
    void anEventSentBeforeTheListenerWasRegisteredStillArrives() throws Exception {
        List<Task<Context>> tasks = pair();
        tasks.get(1).emit("greeting", "Hi");
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        tasks.get(0).on("greeting", (String s) -> heard.add(s));
        assertEquals("Hi", heard.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void anEventSentBeforeThePeerOpenedItsTaskStillArrives() throws Exception {
        LinkRouter zero = router(0, 2);
        Task<Context> one = open(router(1, 2));
        one.emit("greeting", "Hi");
        Task<Context> late = open(zero);
        assertTrue(late.expect("greeting").await(SOON).isPresent());
    }

    @Test
    void whatIsHeldKeepsItsOrder() throws Exception {
        List<Task<Context>> tasks = pair();
        tasks.get(1).emit("first", 1);
        tasks.get(1).emit("second", 2);
        BlockingQueue<Integer> heard = new LinkedBlockingQueue<>();
        tasks.get(0).on("second", (Integer n) -> heard.add(n));
        tasks.get(0).on("first", (Integer n) -> heard.add(n));
        tasks.get(0).ready();
        assertEquals(1, heard.poll(10, TimeUnit.SECONDS));
        assertEquals(2, heard.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void aProgramThatNeverBecomesReadyIsNotDeafForEver() throws Exception {
        List<Task<Context>> tasks = pair();
        tasks.get(1).emit("nobody listens", 1);
        tasks.get(1).emit("wanted", 2);
        BlockingQueue<Integer> heard = new LinkedBlockingQueue<>();
        tasks.get(0).on("wanted", (Integer n) -> heard.add(n));
        assertEquals(2, heard.poll(20, TimeUnit.SECONDS));
        tasks.get(1).emit("wanted", 3);
        assertEquals(3, heard.poll(10, TimeUnit.SECONDS));
        tasks.get(0).on("nobody listens", (Integer n) -> heard.add(n));
        assertEquals(1, heard.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void eventsOfEachSenderArriveInTheOrderTheyWereEmitted() throws Exception {
        Task<Context> zero = open0of3();
        int each = 20_000;
        int[] next = new int[3];
        CountDownLatch all = new CountDownLatch(2 * each);
        zero.on("n", (Integer node, Integer n) -> {
            assertEquals(next[node]++, n);
            all.countDown();
        });
        zero.ready();
        for (int node = 1; node <= 2; node++) {
            int id = node;
            Task<Context> events = opened.get(node);
            Thread.ofPlatform().start(() -> IntStream.range(0, each).forEach(n -> events.emit("n", id, n)));
        }
        assertTrue(all.await(20, TimeUnit.SECONDS));
    }

    private final List<Task<Context>> opened = new ArrayList<>();

    private Task<Context> open0of3() throws IOException {
        for (int node = 0; node < 3; node++) {
            router(node, 3);
        }
        routers.forEach(r -> opened.add(open(r)));
        return opened.getFirst();
    }

    @Test
    void aPeerGetsOnlyWhatItListensTo() throws Exception {
        List<Task<Context>> tasks = pair();
        tasks.get(0).on("wanted", (Integer n) -> {});
        Expectation ready = tasks.get(1).expect("ready");
        tasks.get(0).ready();
        tasks.get(0).emit("ready");
        assertTrue(ready.await(SOON).isPresent());
        long before = routers.get(1).stats().sent();
        tasks.get(1).emit("unwanted", 1);
        tasks.get(1).emit("wanted", 1);
        assertEquals(before + 1, routers.get(1).stats().sent());
    }

    @Test
    void aListenerRegisteredBeforeAQuestionHearsTheAnswer() throws Exception {
        List<Task<Context>> tasks = pair();
        tasks.get(0).on("question", (Integer n) -> tasks.get(0).emit("answer" + n, n));
        tasks.get(0).ready();
        tasks.get(1).ready();
        for (int n = 0; n < 100; n++) {
            Expectation answer = tasks.get(1).expect("answer" + n);
            tasks.get(1).emit("question", n);
            assertTrue(answer.await(SOON).isPresent(), "answer " + n + " got lost");
        }
    }

    @Test
    void whatWasWaitedForIsNotSentAfterwards() throws Exception {
        List<Task<Context>> tasks = pair();
        Expectation told = tasks.get(1).expect("told");
        tasks.get(1).ready();
        assertTrue(tasks.get(0).expect("x").await(Duration.ofMillis(1)).isEmpty());
        tasks.get(0).emit("told");
        assertTrue(told.await(SOON).isPresent());
        long before = routers.get(1).stats().sent();
        tasks.get(1).emit("x", 1);
        assertEquals(before, routers.get(1).stats().sent());
    }

    @Test
    void thousandsOfNamesAreNoBurden() throws Exception {
        options = options.withWindow(1 << 16);
        List<Task<Context>> tasks = pair();
        tasks.get(0).on("ask", (Integer n) -> tasks.get(0).emit("reply-" + n, n));
        tasks.get(0).ready();
        tasks.get(1).ready();
        for (int n = 0; n < 10_000; n++) {
            Expectation reply = tasks.get(1).expect("reply-" + n);
            tasks.get(1).emit("ask", n);
            assertTrue(reply.await(SOON).isPresent(), "reply " + n + " got lost");
        }
        for (int n = 0; n < 10_000; n++) {
            tasks.get(1).on("kept-" + n, (Integer i) -> {});
        }
    }

    @Test
    void aPeerThatWasLostBeforeAnybodyListenedIsStillTold() throws Exception {
        List<Task<Context>> tasks = pair();
        CountDownLatch gone = new CountDownLatch(1);
        Thread.ofPlatform().start(() -> {
            routers.get(1).close();
            gone.countDown();
        });
        assertTrue(gone.await(10, TimeUnit.SECONDS));
        while (!routers.get(0).peers().isEmpty()) {
            Thread.onSpinWait();
        }
        Expectation lost = tasks.get(0).expect(Router.PEER_LOST);
        assertEquals(1, lost.await(SOON).orElseThrow()[0]);
    }

    @Test
    void scopeDecidesWhoHears() throws Exception {
        List<Task<Context>> tasks = pair();
        BlockingQueue<String> here = new LinkedBlockingQueue<>();
        BlockingQueue<String> there = new LinkedBlockingQueue<>();
        tasks.get(0).on("e", (String s) -> here.add(s));
        tasks.get(1).on("e", (String s) -> there.add(s));
        tasks.get(0).onlyLocal().emit("e", "local");
        tasks.get(0).onlyRemote().emit("e", "remote");
        tasks.get(0).emit("e", "all");
        assertEquals("local", here.poll(10, TimeUnit.SECONDS));
        assertEquals("all", here.poll(10, TimeUnit.SECONDS));
        assertEquals("remote", there.poll(10, TimeUnit.SECONDS));
        assertEquals("all", there.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void aSlowPeerBlocksTheSenderAndNothingIsLost() throws Exception {
        options = options.withWindow(1 << 18);
        List<Task<Context>> tasks = pair();
        CountDownLatch gate = new CountDownLatch(1);
        int total = 20_000;
        CountDownLatch seen = new CountDownLatch(total);
        tasks.get(0).on("n", (byte[] bytes) -> {
            gate.await();
            seen.countDown();
        });
        CountDownLatch emitted = new CountDownLatch(1);
        Thread sender = Thread.ofPlatform().start(() -> {
            IntStream.range(0, total).forEach(n -> tasks.get(1).emit("n", (Object) new byte[100]));
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
        List<Task<Context>> tasks = pair();
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(1);
        AtomicInteger delivered = new AtomicInteger();
        int total = 20_000;
        tasks.get(0).on("model", (Integer version, byte[] weights) -> {
            gate.await();
            delivered.incrementAndGet();
            if (version == total) {
                last.countDown();
            }
        });
        for (int version = 1; version <= total; version++) {
            tasks.get(1).with(Delivery.LATEST).emit("model", version, new byte[100]);
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
        List<Task<Context>> tasks = pair();
        int models = 100;
        CountDownLatch heard = new CountDownLatch(models);
        for (int model = 0; model < models; model++) {
            tasks.get(0).on("model " + model, (byte[] weights) -> heard.countDown());
        }
        tasks.get(0).ready();
        for (int model = 0; model < models; model++) {
            tasks.get(1).with(Delivery.LATEST).emit("model " + model, (Object) new byte[200_000]);
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
            Task<Context> events = open(zero);
            for (int model = 0; model < 10; model++) {
                events.with(Delivery.LATEST).emit("model " + model, (Object) new byte[200_000]);
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
        List<Task<Context>> tasks = pair();
        Expectation finish = tasks.get(0).expect("finish");
        tasks.get(1).close();
        assertTrue(finish.await(SOON).isPresent());
    }

    @Test
    void aLostPeerIsAnEventHere() throws Exception {
        List<Task<Context>> tasks = pair();
        Expectation lost = tasks.get(0).expect(Router.PEER_LOST);
        routers.get(1).close();
        assertEquals(1, lost.await(SOON).orElseThrow()[0]);
        assertEquals(Set.of(), routers.get(0).peers());
    }

    @Test
    void aPeerThatComesLaterIsAnEventAndHearsWhatIsEmittedFromThenOn() throws Exception {
        Task<Context> zero = open(router(0, 1));
        Expectation joined = zero.expect(Router.PEER_JOINED);
        Task<Context> one = open(router(1, 2));
        assertEquals(1, joined.await(SOON).orElseThrow()[0]);
        zero.emit("hello");
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
        List<Task<Context>> first = pair();
        BlockingQueue<Object[]> heard = new LinkedBlockingQueue<>();
        first.get(0).ready();
        first.get(1).close();
        first.get(0).close();
        List<Task<Context>> second = List.of(open(routers.get(0)), open(routers.get(1)));
        second.get(0).onAny("finish", heard::add);
        second.get(0).onAny("marker", heard::add);
        second.get(0).ready();
        second.get(1).emit("marker", "second");
        assertEquals("second", take(heard)[0]);
    }

    @Test
    void theSecondTaskOfAPeerThatIsAheadIsHeldForOurs() throws Exception {
        List<Task<Context>> first = pair();
        first.get(0).ready();
        first.get(1).close();
        Task<Context> ahead = open(routers.get(1));
        ahead.emit("greeting", "from the second");
        first.get(0).close();
        Task<Context> second = open(routers.get(0));
        assertEquals("from the second", second.expect("greeting").await(SOON).orElseThrow()[0]);
    }

    @Test
    void twoTasksAtATimeAreRefused() throws Exception {
        List<Task<Context>> tasks = pair();
        tasks.get(0).ready();
        assertThrows(IllegalStateException.class, () -> open(routers.get(0)));
    }

    @Test
    void aShapeThatDoesNotFitNamesThePeer() throws Exception {
        List<Task<Context>> tasks = pair();
        tasks.get(0).on("greeting", (String s) -> {});
        tasks.get(1).emit("greeting", 42);
        String message = assertThrows(TaskFailedException.class, () -> tasks.get(0).waitFor("never", SOON)).getMessage();
        assertTrue(message.contains("node 1") && message.contains("(Integer)") && message.contains("(String)"), message);
    }

    @Test
    void aValueThatCannotBeSentIsRefusedAtTheSender() throws Exception {
        List<Task<Context>> tasks = pair();
        String message = assertThrows(IllegalArgumentException.class, () -> tasks.get(1).emit("thread", Thread.currentThread()))
                .getMessage();
        assertTrue(message.contains("'thread'") && message.contains("Thread"), message);
    }

    @Test
    void traceTellsOfEveryEventWithPeerAndSize() throws Exception {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        trace = Trace.to(new PrintStream(lines, true, StandardCharsets.UTF_8));
        List<Task<Context>> tasks = pair();
        tasks.get(1).emit("greeting", "Hi");
        assertTrue(tasks.get(0).expect("greeting").await(SOON).isPresent());
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
            List<Task<Context>> tasks = pair();
            CountDownLatch gate = new CountDownLatch(1);
            tasks.get(0).on("n", (byte[] bytes) -> gate.await());
            tasks.get(0).ready();
            Thread sender = Thread.ofPlatform()
                    .start(() -> IntStream.range(0, 1000).forEach(n -> tasks.get(1).emit("n", (Object) new byte[1000])));
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
            Task<Context> one = open(router(1, 2));
            String line = log.await(text -> text.startsWith("node 1 has joined node 0, which was started as a single process"));
            assertTrue(line.contains("events pass, and finish ends both"), line);
            Expectation greeting = open(single).expect("greeting");
            one.emit("greeting");
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
            List<Task<Context>> tasks = pair();
            tasks.get(0).close();
            routers.get(0).close();
            assertEquals(List.of(), log.lines().stream().filter(line -> line.contains("node 1 lost")).toList());
        }
    }

    /// As by the hook that runs at `System.exit`.
    @Test
    void whoEndsInTheMiddleOfItsTaskHearsNothingOfTheOthers() throws Exception {
        List<Task<Context>> tasks = pair();
        List<Object> heard = new CopyOnWriteArrayList<>();
        tasks.get(0).on(Router.PEER_LOST, (Integer node, String why) -> heard.add(why));
        tasks.get(0).on(Router.PEER_LEFT, (Integer node) -> heard.add(node));
        tasks.get(0).ready();
        routers.get(0).close();
        tasks.get(0).close();
        assertEquals(List.of(), heard);
    }

    @Test
    void nobodyButTheRouterTellsOfPeers() throws Exception {
        List<Task<Context>> tasks = pair();
        for (String event : List.of("peer lost", "peer left", "peer joined")) {
            String message = assertThrows(IllegalArgumentException.class, () -> tasks.get(1).emit(event, 0)).getMessage();
            assertTrue(message.startsWith("'" + event + "' is reserved, because Troupe emits it itself"), message);
        }
        List<Object> heard = new CopyOnWriteArrayList<>();
        tasks.get(0).onAny(Router.PEER_LOST, arguments -> heard.add("lost"));
        tasks.get(0).on("after it", () -> heard.add("the event after it"));
        Expectation after = tasks.get(0).expect("after it");
        // As a peer would that does not ask whether it may.
        routers.get(1).send(1, Delivery.BLOCK, Router.PEER_LOST, new Object[]{0, "a lie"});
        tasks.get(1).emit("after it");
        assertTrue(after.await(SOON).isPresent());
        assertEquals(List.of("the event after it"), heard);
    }

    @Test
    void aTaskMayBeFinishedByAnEvent() throws Exception {
        List<Task<Context>> tasks = pair();
        Expectation finish = tasks.get(0).expect("finish");
        tasks.get(1).emit("finish");
        assertTrue(finish.await(SOON).isPresent());
    }

    @Test
    void whoClosesItsTaskBeforeItEndsLeavesAndIsNotLost() throws Exception {
        List<Task<Context>> tasks = pair();
        List<String> lost = new CopyOnWriteArrayList<>();
        tasks.get(0).on(Router.PEER_LOST, (Integer node, String why) -> lost.add(why));
        Expectation left = tasks.get(0).expect(Router.PEER_LEFT);
        tasks.get(1).close();
        routers.get(1).close();
        assertArrayEquals(new Object[]{1}, left.await(SOON).orElseThrow());
        tasks.get(0).close();
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
        List<Task<Context>> tasks = pair();
        routers.get(0).close();
        tasks.get(0).close();
    }
}
