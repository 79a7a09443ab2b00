package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.process.PrivateDirectory;
import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.RayActorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Work of all kinds while worker processes are killed at random: every result is right, and nothing is left when it is over.
///
/// Two minutes in the test command; `-Dstress.seconds=7200` for two hours (see DEVELOPMENT.md). What it took of memory stands in
/// `target/stress.csv`.
final class StressTest {
    private static final long SECONDS = Long.getLong("stress.seconds", 120);
    private static final int LARGE = 300_000;

    private final Random random = new Random(Long.getLong("stress.seed", 42));
    private long tasks;
    private long kills;
    private long actorCalls;
    private long lostCalls;

    static int square(int n) {
        return n * n;
    }

    static int sum(int[] numbers, int more) {
        return Arrays.stream(numbers).sum() + more;
    }

    static int[] ones(int count) {
        int[] ones = new int[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    static int nested(int n) {
        return n == 0 ? 0 : 1 + Ray.task(StressTest::nested, n - 1).remote().get();
    }

    static final class Tally {
        private long calls;

        long add(long more) {
            calls += more;
            return calls;
        }
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void whatIsAskedForIsDoneWhileWorkersDie() throws IOException {
        System.setProperty("ray.run-mode", "CLUSTER");
        Ray.init();
        Memory memory = new Memory();
        try {
            long now = System.nanoTime();
            long end = now + TimeUnit.SECONDS.toNanos(SECONDS);
            long pause = Math.max(TimeUnit.SECONDS.toNanos(3), (end - now) / 200);
            for (long next = now; System.nanoTime() < end;) {
                round();
                if (System.nanoTime() > next) {
                    next += pause;
                    memory.sample(workers(), StoreProbe.stats().used());
                }
            }
            memory.write(Path.of("target", "stress.csv"));
            System.out.printf("stress: %,d tasks, %,d actor calls (%d lost), %d kills%n", tasks, actorCalls, lostCalls, kills);
            assertTrue(kills > 0 && tasks > 1_000, () -> kills + " kills and " + tasks + " tasks only");
            memory.assertFlat();
            awaitEmptyStore();
        } finally {
            Ray.shutdown();
            System.clearProperty("ray.run-mode");
        }
        assertEquals(List.of(), workers().toList(), "workers are left");
        assertEquals(List.of(), filesInMemory(), "files are left in /dev/shm");
    }

    private static List<Path> filesInMemory() throws IOException {
        Path memory = Path.of("/dev/shm");
        if (!Files.isDirectory(memory)) {
            return List.of();
        }
        String ours = "troupe-troupe-" + ProcessHandle.current().pid() + "-";
        try (Stream<Path> files = Files.list(PrivateDirectory.in(memory))) {
            return files.filter(file -> file.getFileName().toString().startsWith(ours)).toList();
        }
    }

    private void round() {
        List<ObjectRef<Integer>> squares = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            squares.add(Ray.task(StressTest::square, i).remote());
        }
        ObjectRef<int[]> large = Ray.put(ones(LARGE));
        ObjectRef<Integer> sum = Ray.task(StressTest::sum, Ray.task(StressTest::ones, LARGE).remote(), 7).remote();
        ObjectRef<Integer> sumOfPut = Ray.task(StressTest::sum, large, 5).remote();
        ObjectRef<Integer> deep = Ray.task(StressTest::nested, 5).remote();
        ActorHandle<Tally> tally = Ray.actor(Tally::new).setMaxRestarts(-1).setMaxTaskRetries(-1).remote();
        List<ObjectRef<Long>> additions = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            additions.add(tally.task(Tally::add, 1L).remote());
        }
        if (random.nextInt(3) == 0) {
            killOne();
        }
        for (int i = 0; i < squares.size(); i++) {
            assertEquals(i * i, squares.get(i).get(60_000));
        }
        assertEquals(LARGE + 7, sum.get(60_000));
        assertEquals(LARGE + 5, sumOfPut.get(60_000));
        assertEquals(5, deep.get(60_000));
        additions.forEach(this::check);
        tasks += squares.size() + 9;
    }

    // An actor that was restarted counts from the beginning; a call is answered or fails, but never hangs.
    private void check(ObjectRef<Long> addition) {
        actorCalls++;
        try {
            long seen = addition.get(60_000);
            assertTrue(seen >= 1 && seen <= 20, () -> "the tally says " + seen);
        } catch (RayActorException e) {
            lostCalls++;
        }
    }

    private void killOne() {
        List<ProcessHandle> workers = workers().toList();
        if (!workers.isEmpty()) {
            workers.get(random.nextInt(workers.size())).destroyForcibly();
            kills++;
        }
    }

    private static Stream<ProcessHandle> workers() {
        return ProcessHandle.current().descendants()
                .filter(process -> process.isAlive() && process.info().commandLine().orElse("").contains(WorkerMain.class.getName()));
    }

    private static void awaitEmptyStore() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!StoreProbe.stats().empty()) {
            assertTrue(System.nanoTime() < deadline, () -> "the store keeps " + StoreProbe.stats());
            System.gc();
        }
    }
}
