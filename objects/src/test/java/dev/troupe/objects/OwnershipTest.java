package dev.troupe.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.cluster.LocalStore;
import dev.troupe.head.Fact;
import dev.troupe.head.ProcessKey;
import dev.troupe.messages.Message;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.Peer;
import dev.troupe.messages.ThisProcess;
import dev.troupe.store.ObjectStore;
import dev.troupe.values.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
    private ProcessObjects objects;
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
        objects = objects(SELF);
    }

    private ProcessObjects objects(int process) {
        ClassLoader loader = OwnershipTest.class.getClassLoader();
        return new ProcessObjects(new ThisProcess(process, 1, 1, "localhost", "test", List.of(), loader, Values.with(loader)), said::add,
                peers::get, new LocalStore(store, process), Runnable::run, (_, _) -> null);
    }

    @AfterEach
    void close() throws IOException {
        objects.close();
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
        TrackedObject entry = objects.put("something");
        objects.references().travels(entry);
        objects.receive(eight, new Message.Borrow(1, new long[]{entry.number}));
        hear(owns(true));
        hear(new Message.Borrowed(1));
        objects.receive(eight, new Message.Release(entry.number));
        objects.tick();
        hear(owns(false));
    }

    @Test
    void whoeverBorrowsAgainBeforeLettingGoStaysABorrower() throws InterruptedException {
        TrackedObject entry = objects.put("something");
        objects.references().travels(entry);
        objects.receive(eight, new Message.Borrow(1, new long[]{entry.number}));
        objects.receive(eight, new Message.Borrow(2, new long[]{entry.number}));
        objects.receive(eight, new Message.Release(entry.number));
        assertEquals(1, objects.references().lent());
        objects.receive(eight, new Message.Release(entry.number));
        assertEquals(0, objects.references().lent());
    }

    @Test
    void theEndOfAProcessAnswersForNoOther() {
        CompletableFuture<Void> ofEight = objects.references().settleLater(new Object[]{objects.references().object(8, 1)});
        CompletableFuture<Void> ofNine = objects.references().settleLater(new Object[]{objects.references().object(9, 1)});
        objects.gone(8, 1, "killed");
        assertTrue(ofEight.isDone());
        assertFalse(ofNine.isDone());
        objects.gone(9, 1, "killed");
        assertTrue(ofNine.isDone());
    }

    @Test
    void whatWasHandedOverIsHeldUntilTheReceiverHoldsItOrIsGone() throws InterruptedException {
        TrackedObject inside = objects.put("inside");
        objects.answer(eight, new Message.Done(1, new Outcome.Inline(new byte[1], new Object[]{inside}), 0));
        hear(owns(true));
        assertTrue(said.take() instanceof Message.Done);
        objects.gone(8, 1, "killed");
        objects.tick();
        hear(owns(false));
        objects.answer(peers.get(9), new Message.Done(2, new Outcome.Inline(new byte[1], new Object[]{inside}), 0));
        hear(owns(true));
        assertTrue(said.take() instanceof Message.Done);
        objects.receive(peers.get(9), new Message.Kept(2));
        objects.tick();
        hear(owns(false));
    }

    @Test
    void whatIsInsideAResultForADeadProcessIsHeldForNobody() throws InterruptedException {
        peers.remove(8);
        objects.gone(8, 1, "killed");
        objects.answer(eight, new Message.Done(1, new Outcome.Inline(new byte[1], new Object[]{objects.put("inside")}), 0));
        assertTrue(said.take() instanceof Message.Done);
    }

    @Test
    void aResultOutlivesTheProcessThatMadeIt() {
        try (ProcessObjects worker = objects(8)) {
            Outcome outcome = worker.codec().encode(LARGE);
            worker.answer(peers.get(9), new Message.Done(1, outcome, 0));
            store.releaseAll(8);
            try (ProcessObjects owner = objects(9)) {
                assertTrue(Arrays.equals(LARGE, (byte[]) owner.codec().decode(outcome)));
            }
            store.releaseAll(9);
        }
        assertTrue(store.stats().empty());
    }

    @Test
    void aResultThatADyingProcessDoesNotTellOfIsFreed() {
        try (ProcessObjects worker = objects(8)) {
            worker.answer(peers.get(SELF), new Message.Done(1, worker.codec().encode(LARGE), 0));
        }
        store.releaseAll(8);
        assertEquals(1, store.stats().objects(), "its message may still be on its way");
        objects.gone(8, 1, "killed");
        assertTrue(store.stats().empty());
    }

    @Test
    void aResultForADeadProcessIsFreed() {
        store.releaseAll(8);
        objects.answer(eight, new Message.Done(1, objects.codec().encode(LARGE), 0));
        assertTrue(store.stats().empty());
    }

    @Test
    void aResultThatNobodyWaitsForIsFreed() {
        try (ProcessObjects worker = objects(8)) {
            Outcome outcome = worker.codec().encode(LARGE);
            store.seal(((Outcome.Stored) outcome).object().id(), SELF);
            objects.accept(eight, new Message.Done(12345, outcome, 0));
            objects.unwanted(outcome);
        }
        assertTrue(store.stats().empty());
    }

    @Test
    void ofTwoResultsOfOneCallTheSecondIsFreed() {
        TrackedObject entry = objects.numbers().newObject();
        for (int i = 0; i < 2; i++) {
            Outcome outcome = objects.codec().encode(LARGE);
            store.seal(((Outcome.Stored) outcome).object().id(), SELF);
            objects.complete(entry, outcome);
        }
        assertEquals(1, store.stats().objects());
    }
}
