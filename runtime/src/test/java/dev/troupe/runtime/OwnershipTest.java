package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.head.Fact;
import dev.troupe.head.ProcessKey;
import dev.troupe.store.ObjectStore;
import dev.troupe.values.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Who holds and owns what, as one process sees it that talks with others.
@Timeout(30)
final class OwnershipTest {
    private static final int SELF = 7;
    private static final byte[] LARGE = new byte[200 << 10];

    @TempDir
    Path directory;
    private ObjectStore store;
    private Engine engine;
    private final BlockingQueue<Object> said = new LinkedBlockingQueue<>();
    private final Other eight = new Other(8);
    private final Map<Integer, Peer> peers = new ConcurrentHashMap<>(Map.of(SELF, new Other(SELF), 8, eight, 9, new Other(9)));

    /// Another process, which only listens.
    private final class Other implements Peer {
        private final int process;

        Other(int process) {
            this.process = process;
        }

        @Override
        public int process() {
            return process;
        }

        @Override
        public void send(Message message) {
            said.add(message);
        }

        @Override
        public boolean congested() {
            return false;
        }
    }

    @BeforeEach
    void open() throws IOException {
        store = ObjectStore.open(directory, "test", 16 << 20, directory);
        engine = engine(SELF);
    }

    private Engine engine(int process) {
        ClassLoader loader = OwnershipTest.class.getClassLoader();
        return new Engine(new Self(process, 1, 1, "localhost", "test", List.of(), loader, Values.with(loader)),
                new ListeningOffice(said::add), peers::get,
                new LocalSpace(store, process), RunningTasks.UNNOTED);
    }

    @AfterEach
    void close() throws IOException {
        engine.close();
        store.close();
    }

    private void hear(Object expected) throws InterruptedException {
        assertEquals(expected, said.poll(10, TimeUnit.SECONDS));
    }

    private static Fact owns(boolean any) {
        return new Fact.OwnsObjects(new ProcessKey(SELF), any);
    }

    @Test
    void theHeadKnowsWhoseObjectsOthersNeed() throws InterruptedException {
        Entry entry = engine.put("something");
        engine.references().travels(entry);
        engine.receive(eight, new Message.Borrow(1, new long[]{entry.number}));
        hear(owns(true));
        hear(new Message.Borrowed(1));
        engine.receive(eight, new Message.Release(entry.number));
        hear(owns(false));
    }

    @Test
    void whoeverBorrowsAgainBeforeLettingGoStaysABorrower() throws InterruptedException {
        Entry entry = engine.put("something");
        engine.references().travels(entry);
        engine.receive(eight, new Message.Borrow(1, new long[]{entry.number}));
        engine.receive(eight, new Message.Borrow(2, new long[]{entry.number}));
        engine.receive(eight, new Message.Release(entry.number));
        assertEquals(1, engine.references().lent());
        engine.receive(eight, new Message.Release(entry.number));
        assertEquals(0, engine.references().lent());
    }

    @Test
    void theEndOfAProcessAnswersForNoOther() {
        CompletableFuture<Void> ofEight = engine.references().settleLater(new Object[]{engine.references().entry(8, 1)});
        CompletableFuture<Void> ofNine = engine.references().settleLater(new Object[]{engine.references().entry(9, 1)});
        engine.gone(8, "killed", Set.of());
        assertTrue(ofEight.isDone());
        assertFalse(ofNine.isDone());
        engine.gone(9, "killed", Set.of());
        assertTrue(ofNine.isDone());
    }

    @Test
    void whatWasHandedOverIsHeldUntilTheReceiverHoldsItOrIsGone() throws InterruptedException {
        Entry inside = engine.put("inside");
        engine.answer(eight, new Message.Done(1, new Outcome.Inline(new byte[1], new Object[]{inside}), 0));
        hear(owns(true));
        assertTrue(said.take() instanceof Message.Done);
        engine.gone(8, "killed", Set.of());
        hear(owns(false));
        engine.answer(peers.get(9), new Message.Done(2, new Outcome.Inline(new byte[1], new Object[]{inside}), 0));
        hear(owns(true));
        assertTrue(said.take() instanceof Message.Done);
        engine.receive(peers.get(9), new Message.Kept(2));
        hear(owns(false));
    }

    @Test
    void whatIsInsideAResultForADeadProcessIsHeldForNobody() throws InterruptedException {
        peers.remove(8);
        engine.gone(8, "killed", Set.of());
        engine.answer(eight, new Message.Done(1, new Outcome.Inline(new byte[1], new Object[]{engine.put("inside")}), 0));
        assertTrue(said.take() instanceof Message.Done);
    }

    @Test
    void aResultOutlivesTheProcessThatMadeIt() {
        try (Engine worker = engine(8)) {
            Outcome outcome = worker.codec().encode(LARGE);
            worker.answer(engine.peer(9), new Message.Done(1, outcome, 0));
            store.releaseAll(8);
            try (Engine owner = engine(9)) {
                assertTrue(Arrays.equals(LARGE, (byte[]) owner.codec().decode(outcome)));
            }
            store.releaseAll(9);
        }
        assertTrue(store.stats().empty());
    }

    @Test
    void aResultThatADyingProcessDoesNotTellOfIsFreed() {
        try (Engine worker = engine(8)) {
            worker.answer(peers.get(SELF), new Message.Done(1, worker.codec().encode(LARGE), 0));
        }
        store.releaseAll(8);
        assertEquals(1, store.stats().objects(), "its message may still be on its way");
        engine.gone(8, "killed", Set.of());
        assertTrue(store.stats().empty());
    }

    @Test
    void aResultForADeadProcessIsFreed() {
        store.releaseAll(8);
        engine.answer(eight, new Message.Done(1, engine.codec().encode(LARGE), 0));
        assertTrue(store.stats().empty());
    }

    @Test
    void aResultThatNobodyWaitsForIsFreed() {
        try (Engine worker = engine(8)) {
            Outcome outcome = worker.codec().encode(LARGE);
            store.seal(((Outcome.Stored) outcome).object().id(), SELF);
            engine.receive(eight, new Message.Done(12345, outcome, 0));
        }
        assertTrue(store.stats().empty());
    }

    @Test
    void ofTwoResultsOfOneCallTheSecondIsFreed() {
        Entry entry = engine.newEntry();
        for (int i = 0; i < 2; i++) {
            Outcome outcome = engine.codec().encode(LARGE);
            store.seal(((Outcome.Stored) outcome).object().id(), SELF);
            engine.complete(entry, outcome);
        }
        assertEquals(1, store.stats().objects());
    }

    @Test
    void anInterruptWaitsForTheStore() {
        Questions[] questions = new Questions[1];
        questions[0] = new Questions(message -> Thread.ofPlatform().start(
                () -> questions[0].answered(new Message.Answer(((Message.Question) message).request(), "place", null))));
        Thread.currentThread().interrupt();
        assertEquals("place", questions[0].ask(new Query.Pin(1)));
        assertTrue(Thread.interrupted());
    }
}
