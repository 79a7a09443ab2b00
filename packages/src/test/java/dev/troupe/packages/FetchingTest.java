package dev.troupe.packages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchingTest {
    private static final byte[] BYTES = Code.bytes(100_000, 1);
    private static final CodePackage WANTED = Code.announce(BYTES, "my-app.jar");

    @TempDir
    private Path parent;
    private PackageCache cache;
    private Fetching fetching;
    private final AtomicInteger opened = new AtomicInteger();

    @BeforeEach
    void open() throws IOException {
        cache = PackageCache.open(parent.resolve("packages"), 1 << 20);
        fetching = new Fetching(cache);
    }

    @AfterEach
    void close() throws IOException {
        cache.close();
    }

    /// Waits until this many threads, and those that fetch, have nothing to do but to wait.
    private static void awaitWaiting(List<Thread> threads) {
        while (!threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING)) {
            Thread.onSpinWait();
        }
    }

    private List<Future<PinnedPackage>> askTogether(int callers, PackageSource source, CountDownLatch gate) {
        List<Thread> threads = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(callers, task -> {
            Thread thread = new Thread(task);
            threads.add(thread);
            return thread;
        })) {
            List<Future<PinnedPackage>> answers = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                answers.add(pool.submit(() -> fetching.fetch(WANTED, source)));
            }
            awaitWaiting(threads);
            gate.countDown();
            return answers;
        }
    }

    private PackageSource behind(CountDownLatch gate, PackageSource source) {
        return (id, from) -> {
            opened.incrementAndGet();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return source.open(id, from);
        };
    }

    @Test
    void manyWhoAskAtOnceShareOneFetch() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        for (Future<PinnedPackage> answer : askTogether(20, behind(gate, Code.source(BYTES)), gate)) {
            assertArrayEquals(BYTES, Files.readAllBytes(answer.get().file()));
        }
        assertEquals(1, opened.get());
        fetching.fetch(WANTED, (_, _) -> {
            throw new AssertionError("it is here");
        }).close();
    }

    @Test
    void aFailureReachesAllAndTheNextCallTriesAgain() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        PackageSource broken = behind(gate, (_, _) -> {
            throw new IOException("the head at 10.0.0.1:6379 does not answer");
        });
        for (Future<PinnedPackage> answer : askTogether(20, broken, gate)) {
            assertEquals(WANTED + " could not be fetched: the head at 10.0.0.1:6379 does not answer", answer.exceptionNow().getMessage());
        }
        assertEquals(1, opened.get());
        fetching.fetch(WANTED, Code.source(BYTES)).close();
    }

    @Test
    void aSourceThatFailsOthersIsNotTheirEnd() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        PackageSource dying = behind(gate, (_, _) -> {
            throw new IOException("the driver has died");
        });
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<PinnedPackage> theirs = pool.submit(() -> fetching.fetch(WANTED, dying));
            while (opened.get() == 0) {
                Thread.onSpinWait();
            }
            List<Future<PinnedPackage>> ours = askTogether(3, Code.source(BYTES), gate);
            for (Future<PinnedPackage> answer : ours) {
                assertArrayEquals(BYTES, Files.readAllBytes(answer.get().file()));
            }
            assertTrue(assertThrows(Exception.class, theirs::get).getMessage().endsWith("the driver has died"));
        }
    }

    @Test
    void oneWhoGivesUpDoesNotStopTheOthers() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        PackageSource source = behind(gate, Code.source(BYTES));
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<PinnedPackage> first = pool.submit(() -> fetching.fetch(WANTED, source));
            while (opened.get() == 0) {
                Thread.onSpinWait();
            }
            assertTrue(first.cancel(true));
            assertArrayEquals(BYTES, Files.readAllBytes(askTogether(2, source, gate).getLast().get().file()));
        }
        assertEquals(1, opened.get());
    }

    @Test
    void aSourceThatBreaksOffIsAskedForTheRest() throws Exception {
        Random random = new Random(3);
        PackageSource fragile = (_, from) -> {
            opened.incrementAndGet();
            int length = Math.min(BYTES.length - (int) from, 1 + random.nextInt(30_000));
            return new FilterInputStream(new ByteArrayInputStream(BYTES, (int) from, length)) {
                @Override
                public int read(byte[] into, int offset, int most) throws IOException {
                    int read = super.read(into, offset, most);
                    if (read < 0) {
                        throw new IOException("connection reset");
                    }
                    return read;
                }
            };
        };
        assertArrayEquals(BYTES, Files.readAllBytes(fetching.fetch(WANTED, fragile).file()));
        assertTrue(opened.get() > 3, opened.toString());
    }

    @Test
    void aSourceThatGivesNothingMoreOrSomethingElseFails() throws Exception {
        InputStream none = InputStream.nullInputStream();
        String empty = assertThrows(IOException.class, () -> fetching.fetch(WANTED, (_, _) -> none)).getMessage();
        assertTrue(empty.endsWith("only 0 bytes arrived; fetch it again"), empty);
        byte[] other = Code.bytes(BYTES.length, 2);
        String wrong = assertThrows(IOException.class, () -> fetching.fetch(WANTED, Code.source(other))).getMessage();
        assertTrue(wrong.contains("must be " + WANTED.id() + ", but is " + Code.announce(other, "x").id()), wrong);
        String bug = assertThrows(IOException.class, () -> fetching.fetch(WANTED, (_, _) -> {
            throw new IllegalStateException("a bug");
        })).getMessage();
        assertTrue(bug.endsWith("could not be fetched: java.lang.IllegalStateException: a bug"), bug);
        assertEquals(List.of(), Code.parts(cache.directory()));
    }

    @Test
    void theCodeOfAJobKeepsItsOrderAndIsServedToOthers() throws Exception {
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            all.add(Code.bytes(1_000 + i, i));
        }
        List<CodePackage> wanted = all.stream().map(bytes -> Code.announce(bytes, "jar-" + bytes.length + ".jar")).toList();
        PackageSource source = (id, from) -> Code.source(all.stream().filter(bytes -> Code.announce(bytes, "x").id().equals(id)).findFirst()
                .orElseThrow()).open(id, from);
        try (PackageCache second = PackageCache.open(parent.resolve("second node"), 1 << 20)) {
            PinnedCode code = fetching.fetch(wanted, source);
            assertEquals(wanted, code.packages());
            PinnedCode there = new Fetching(second).fetch(wanted, code);
            for (int i = 0; i < all.size(); i++) {
                assertArrayEquals(all.get(i), Files.readAllBytes(there.classPath().entries().get(i)));
            }
            code.close();
            assertFalse(Files.exists(code.classPath().entries().getFirst()));
        }
    }

    @Test
    void aJobThatGivesUpHoldsNothing() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        byte[] here = Code.bytes(10, 2);
        Code.put(cache, here).close();
        List<CodePackage> wanted = List.of(Code.announce(here, "here.jar"), WANTED);
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            Future<PinnedCode> code = pool.submit(() -> fetching.fetch(wanted, behind(gate, Code.source(BYTES))));
            while (opened.get() == 0) {
                Thread.onSpinWait();
            }
            List<Runnable> _ = pool.shutdownNow();
            assertInstanceOf(InterruptedException.class, assertThrows(ExecutionException.class, code::get).getCause());
        } finally {
            gate.countDown();
        }
        assertTrue(Code.all(cache.directory()).stream().noneMatch(file -> file.toString().endsWith("-here.jar")));
    }

    @Test
    void aJobWithOneMissingPackageHoldsNothing() throws Exception {
        byte[] there = Code.bytes(10, 1);
        byte[] missing = Code.bytes(10, 2);
        CodePackage second = Code.announce(missing, "missing.jar");
        PackageSource source = (id, from) -> {
            if (id.equals(second.id())) {
                throw new IOException("the driver is gone");
            }
            return Code.source(there).open(id, from);
        };
        List<CodePackage> wanted = List.of(Code.announce(there, "there.jar"), second);
        assertEquals(second + " could not be fetched: the driver is gone",
                assertThrows(IOException.class, () -> fetching.fetch(wanted, source)).getMessage());
        List<Path> pins = Code.all(cache.directory()).stream().filter(file -> file.getFileName().toString().endsWith("-there.jar"))
                .toList();
        assertEquals(List.of(), pins);
    }
}
