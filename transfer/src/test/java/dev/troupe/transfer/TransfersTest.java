package dev.troupe.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.link.LinkOptions;
import dev.troupe.store.Place;
import dev.troupe.transport.Address;
import dev.troupe.transport.Encryption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Objects between two or three stores.
@Timeout(60)
class TransfersTest {
    private static final int CHUNK = TestNode.CHUNK;

    @TempDir
    Path folder;
    private TestNode.Cluster cluster;

    @BeforeEach
    void cluster() {
        cluster = new TestNode.Cluster(folder);
    }

    private static void await(BooleanSupplier what) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!what.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "it did not happen in time");
            Thread.onSpinWait();
        }
    }

    private static PullException refused(TestNode node, ObjectName name, int bytes) {
        return assertThrows(PullException.class, () -> node.transfers.pull(name, bytes, TestNode.READER));
    }

    @ParameterizedTest
    @CsvSource({"mem://transfers, BETWEEN_MACHINES", "tcp://127.0.0.1:0, BETWEEN_MACHINES", "tcp://127.0.0.1:0, ALWAYS"})
    void objectsOfEverySizeArriveWhole(String address, Encryption encryption) throws Exception {
        cluster.address = address;
        cluster.links = LinkOptions.defaults().withEncryption(encryption);
        try (TestNode a = cluster.node(1); TestNode b = cluster.node(2)) {
            for (int bytes : new int[]{0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 30 * CHUNK + 13}) {
                ObjectName name = a.put(bytes, bytes);
                assertEquals(OptionalLong.empty(), b.transfers.copy(name));
                b.pullAndCompare(name, bytes, bytes);
                long sent = a.transfers.stats().sent();
                b.pullAndCompare(name, bytes, bytes);
                assertEquals(sent, a.transfers.stats().sent(), "the copy is still there");
                assertTrue(b.transfers.copy(name).isPresent());
            }
            a.pullAndCompare(new ObjectName(1, 1), 0, 0);
            assertEquals(0, a.transfers.stats().copies());
            await(() -> a.store.stats().pins() == 0);
            assertEquals(0, b.store.stats().pins());
            assertEquals(6, b.store.stats().objects());
        }
    }

    @Test
    void spilledObjectsAreSentFromDisk() throws Exception {
        cluster.capacity = 1 << 20;
        try (TestNode a = cluster.node(1)) {
            List<ObjectName> names = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                names.add(a.put(250_000, i));
            }
            int spilled = a.store.stats().spilled();
            assertTrue(spilled >= 6, a.store.stats().toString());
            cluster.capacity = 64 << 20;
            try (TestNode b = cluster.node(2)) {
                for (int i = 0; i < 10; i++) {
                    b.pullAndCompare(names.get(i), 250_000, i);
                    assertEquals(spilled, a.store.stats().spilled(), "nothing was loaded for it");
                }
            }
        }
    }

    @Test
    void aCopyMayItselfLieOnDisk() throws Exception {
        try (TestNode a = cluster.node(1)) {
            ObjectName name = a.put(3_000_000, 1);
            cluster.capacity = 1 << 20;
            try (TestNode b = cluster.node(2); TestNode c = cluster.node(3)) {
                b.pullAndCompare(name, 3_000_000, 1);
                assertEquals(1, b.store.stats().spilled());
                c.pullAndCompare(name, 3_000_000, 1);
            }
        }
    }

    @Test
    void pullsOfTheSameObjectAreOne() throws Exception {
        int bytes = 100 * CHUNK;
        try (TestNode a = cluster.node(1); TestNode b = cluster.node(2); ExecutorService threads = Executors.newCachedThreadPool()) {
            ObjectName name = a.put(bytes, 5);
            List<Callable<Place>> readers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int reader = i;
                readers.add(() -> b.transfers.pull(name, bytes, reader));
            }
            for (Future<Place> place : threads.invokeAll(readers)) {
                assertEquals(b.transfers.copy(name).getAsLong(), place.get().id());
            }
            assertEquals(bytes, a.transfers.stats().sent());
            await(() -> b.store.stats().pins() == 8);
            assertEquals(bytes, b.transfers.stats().received());
        }
    }

    @Test
    void moreObjectsThanAreAllowedAtOnceWaitForEachOther() throws Exception {
        cluster.options = cluster.options.withPulls(1).withStreams(1);
        try (TestNode a = cluster.node(1); TestNode b = cluster.node(2); ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> pulls = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int seed = i;
                ObjectName name = a.put(5 * CHUNK, seed);
                pulls.add(threads.submit(() -> {
                    b.pullAndCompare(name, 5 * CHUNK, seed);
                    return null;
                }));
            }
            for (Future<?> pull : pulls) {
                pull.get();
            }
        }
    }

    @Test
    void whatIsDeletedIsGoneEverywhere() throws Exception {
        try (TestNode a = cluster.node(1); TestNode b = cluster.node(2); TestNode c = cluster.node(3)) {
            ObjectName name = a.put(10 * CHUNK, 1);
            ObjectName other = a.put(10 * CHUNK, 2);
            b.pullAndCompare(name, 10 * CHUNK, 1);
            c.pullAndCompare(name, 10 * CHUNK, 1);
            c.pullAndCompare(other, 10 * CHUNK, 2);
            assertEquals(2, a.transfers.stats().tracked());
            Place pinned = c.transfers.pull(name, 10 * CHUNK, 7);
            a.store.delete(name.id());
            await(() -> b.store.stats().empty() && c.transfers.copy(name).isEmpty());
            assertEquals(0, b.transfers.stats().copies());
            assertEquals(2, c.store.stats().objects(), "somebody still reads one");
            c.store.unpin(pinned.id(), 7);
            assertEquals(1, c.store.stats().objects());
            assertEquals(1, a.transfers.stats().tracked());
            PullException e = refused(b, name, 10 * CHUNK);
            assertEquals(PullException.Reason.DELETED, e.reason());
            assertEquals("object 1 of node 1 cannot be copied to node 2: node 1 has deleted it", e.getMessage());
        }
    }

    @Test
    void whatAnEndedProcessOwnedIsGoneEverywhere() throws Exception {
        try (TestNode a = cluster.node(1); TestNode b = cluster.node(2)) {
            Place place = a.store.allocate(0, 42);
            a.store.seal(place.id(), 42);
            b.pullAndCompare(new ObjectName(1, place.id()), 0, 0);
            a.store.releaseAll(42);
            await(() -> b.store.stats().empty());
        }
    }

    @Test
    void aDeletionReachesANodeThatCouldNotBeReachedAtFirst() throws Exception {
        try (TestNode a = cluster.node(1); TestNode b = cluster.node(2)) {
            ObjectName name = a.put(CHUNK, 1);
            b.pullAndCompare(name, CHUNK, 1);
            Address at = cluster.addresses.put(2, Address.parse("mem://nobody there"));
            a.store.delete(name.id());
            assertTrue(b.transfers.copy(name).isPresent());
            cluster.addresses.put(2, at);
            await(() -> b.store.stats().empty());
        }
    }

    @Test
    void aCopyMakesRoomUnlessSomebodyReadsIt() throws Exception {
        try (TestNode a = cluster.node(1); TestNode b = cluster.node(2)) {
            List<ObjectName> names = List.of(a.put(CHUNK, 0), a.put(CHUNK, 1), a.put(CHUNK, 2));
            for (int i = 0; i < 3; i++) {
                b.pullAndCompare(names.get(i), CHUNK, i);
            }
            Place pinned = b.transfers.pull(names.get(0), CHUNK, 7);
            assertEquals(CHUNK, b.transfers.shed(1));
            assertEquals(OptionalLong.empty(), b.transfers.copy(names.get(1)), "the least recently used goes first");
            assertEquals(CHUNK, b.transfers.shed(10 * CHUNK));
            assertEquals(pinned.id(), b.transfers.copy(names.get(0)).getAsLong());
            b.pullAndCompare(names.get(1), CHUNK, 1);
            assertEquals(2, b.transfers.stats().copies());
        }
    }

    @Test
    void aFullStoreIsNamed() throws Exception {
        try (TestNode a = cluster.node(1)) {
            ObjectName name = a.put(3_000_000, 1);
            cluster.capacity = 1 << 20;
            try (TestNode b = cluster.node(2)) {
                Path spill = folder.resolve("spill-2");
                Files.delete(spill);
                Files.createFile(spill);
                PullException e = refused(b, name, 3_000_000);
                assertEquals(PullException.Reason.STORE_FULL, e.reason());
                assertTrue(
                        e.getMessage()
                                .startsWith("the store of node 2 has no room for a copy of object 1 of node 1: no room for an object of"),
                        e::getMessage);
                assertTrue(b.store.stats().empty());
                Files.delete(spill);
                Files.createDirectory(spill);
                b.pullAndCompare(name, 3_000_000, 1);
            }
        }
    }

    @Test
    void anExceptionSaysWhichNodeLackedWhat() throws Exception {
        try (TestNode a = cluster.node(1); TestNode b = cluster.node(2)) {
            ObjectName name = a.put(CHUNK, 1);
            PullException size = refused(b, name, CHUNK + 1);
            assertEquals(PullException.Reason.DELETED, size.reason());
            a.kill();
            PullException dead = refused(b, name, CHUNK);
            assertEquals(PullException.Reason.LOST, dead.reason());
            assertTrue(dead.getMessage()
                    .startsWith("object 1 of node 1 (65536 bytes) cannot be copied to node 2: 1 of 1 chunks are missing and no"
                            + " source is left: node 1 failed "),
                    dead::getMessage);
            assertTrue(dead.getMessage().contains(" times (connection refused by mem://"), dead::getMessage);
            a.lose();
            assertTrue(refused(b, name, CHUNK).getMessage().endsWith("no source is left: node 1 is gone"));
            assertTrue(b.store.stats().empty(), b.store.stats().toString());
        }
    }

    /// Otherwise the object would seem to be deleted.
    @Test
    void anotherNodeAtTheSameAddressIsNotBelieved() throws Exception {
        try (TestNode a = cluster.node(1); TestNode b = cluster.node(2); TestNode _ = cluster.node(9)) {
            ObjectName name = a.put(CHUNK, 1);
            cluster.addresses.put(1, cluster.addresses.get(9));
            PullException e = refused(b, name, CHUNK);
            assertEquals(PullException.Reason.LOST, e.reason());
            assertTrue(e.getMessage().contains("node 9 answers at mem://"), e::getMessage);
        }
    }

    /// Pulls, deletions and making room in any order leave nothing behind.
    @Test
    void copiesComeAndGo() throws Exception {
        cluster.options = cluster.options.withPulls(2);
        try (TestNode a = cluster.node(1);
                TestNode b = cluster.node(2);
                TestNode c = cluster.node(3);
                ExecutorService threads = Executors.newCachedThreadPool()) {
            List<ObjectName> names = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                names.add(a.put(3 * CHUNK, i));
            }
            List<Callable<Void>> work = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Random random = new Random(i);
                TestNode node = i % 2 == 0 ? b : c;
                work.add(() -> pullAtRandom(node, names, random));
            }
            work.add(() -> {
                for (int i = 0; i < 40; i += 2) {
                    await(() -> b.transfers.stats().copies() > 0 || b.transfers.stats().received() > 0);
                    a.store.delete(names.get(i).id());
                }
                return null;
            });
            for (Future<Void> each : threads.invokeAll(work)) {
                each.get();
            }
            names.forEach(name -> a.store.delete(name.id()));
            await(() -> a.store.stats().empty() && b.store.stats().empty() && c.store.stats().empty());
            assertEquals(0, a.transfers.stats().tracked());
            assertEquals(0, b.transfers.stats().copies() + c.transfers.stats().copies());
        }
    }

    private static Void pullAtRandom(TestNode node, List<ObjectName> names, Random random) throws Exception {
        for (int i = 0; i < 60; i++) {
            int which = random.nextInt(names.size());
            try {
                node.pullAndCompare(names.get(which), 3 * CHUNK, which);
            } catch (PullException e) {
                assertTrue(e.reason() == PullException.Reason.DELETED && which % 2 == 0, e::toString);
            }
            if (random.nextInt(5) == 0) {
                node.transfers.shed(5 * CHUNK);
            }
        }
        return null;
    }

    @ParameterizedTest
    @EnumSource
    void aFaultySourceIsReplaced(FaultySource.Fault fault) throws Exception {
        int bytes = 40 * CHUNK + 5;
        cluster.options = cluster.options.withSlow(Duration.ofMillis(100));
        FaultySource faulty = new FaultySource(fault, TestNode.noise(bytes, 3), 4, 2);
        try (TestNode a = cluster.node(1); TestNode b = cluster.node(2); TestNode c = cluster.node(3)) {
            ObjectName name = a.put(bytes, 3);
            b.pullAndCompare(name, bytes, 3);
            a.serving(faulty);
            c.pullAndCompare(name, bytes, 3);
            assertEquals(0, faulty.faulty.getCount());
            assertTrue(b.transfers.stats().sent() > 0);
            faulty.over.countDown();
        }
    }

    @Test
    void whatIsAlwaysDamagedIsNotTaken() throws Exception {
        int bytes = 4 * CHUNK;
        FaultySource faulty = new FaultySource(FaultySource.Fault.DAMAGES, TestNode.noise(bytes, 3), 2);
        try (TestNode _ = cluster.node(1).serving(faulty); TestNode b = cluster.node(2)) {
            PullException e = refused(b, new ObjectName(1, 1), bytes);
            assertEquals(PullException.Reason.LOST, e.reason());
            assertTrue(e.getMessage().contains("2 of 4 chunks are missing") && e.getMessage().contains("arrived damaged: its CRC32C is"),
                    e::getMessage);
            assertTrue(b.store.stats().empty());
        }
    }

    @Test
    void aPullEndsWhenTheObjectIsDeletedOrTheNodeCloses() throws Exception {
        int bytes = 10 * CHUNK;
        FaultySource stalls = new FaultySource(FaultySource.Fault.STALLS, TestNode.noise(bytes, 3), 2);
        try (TestNode a = cluster.node(1).serving(stalls);
                TestNode b = cluster.node(2);
                ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<PullException> deleted = threads.submit(() -> refused(b, new ObjectName(1, 1), bytes));
            stalls.faulty.await();
            try (var stream = a.endpoint.openStream(a.address(2).orElseThrow(), new Request.Drop(1).encoded())) {
                Talk talk = new Talk(stream);
                talk.say(1).say(1L).send();
                assertEquals(1, talk.hear());
            }
            assertEquals(PullException.Reason.DELETED, deleted.get().reason());
            Future<PullException> closed = threads.submit(() -> refused(b, new ObjectName(1, 2), bytes));
            await(() -> b.store.stats().unsealed() == 1);
            b.transfers.close();
            assertEquals(PullException.Reason.CLOSED, closed.get().reason());
            await(() -> b.store.stats().empty());
            stalls.over.countDown();
        }
    }

    @Test
    void whoWaitsMayBeInterruptedAndThePullGoesOnForOthers() throws Exception {
        int bytes = 10 * CHUNK;
        FaultySource stalls = new FaultySource(FaultySource.Fault.STALLS, TestNode.noise(bytes, 3), 2);
        try (TestNode _ = cluster.node(1).serving(stalls);
                TestNode b = cluster.node(2);
                ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<?> waits = threads.submit(() -> b.transfers.pull(new ObjectName(1, 1), bytes, TestNode.READER));
            stalls.faulty.await();
            assertTrue(waits.cancel(true));
            assertEquals(1, b.store.stats().unsealed());
            stalls.over.countDown();
        }
    }
}
