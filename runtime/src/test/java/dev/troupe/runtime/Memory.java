package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// What a long run takes of memory, sampled from time to time, as a table for people and a check that it does not grow.
final class Memory {
    private static final int FEW = 12;

    /// In KiB, except for seconds and store.
    ///
    /// @param heap of the driver, after a collection
    /// @param driver its own memory: the pages of the store, which all share, are not in it
    /// @param workers that of the largest worker
    /// @param store bytes of objects
    private record Sample(long seconds, long heap, long driver, long workers, long store) {}

    private final List<Sample> samples = new ArrayList<>();
    private final long began = System.nanoTime();

    void sample(Stream<ProcessHandle> workers, long store) {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        samples.add(new Sample((System.nanoTime() - began) / 1_000_000_000L, (runtime.totalMemory() - runtime.freeMemory()) >> 10,
                own(ProcessHandle.current().pid()), workers.mapToLong(worker -> own(worker.pid())).max().orElse(0), store));
    }

    /// 0 if the process has ended meanwhile.
    private static long own(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("RssAnon:")).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of("seconds,driver_heap_kib,driver_own_kib,largest_worker_own_kib,store_bytes"));
        samples.forEach(it -> lines
                .add(it.seconds + "," + it.heap + "," + it.driver + "," + it.workers + "," + it.store));
        Files.write(file, lines);
    }

    /// The last quarter against the second: in the first everything still warms up.
    void assertFlat() {
        if (samples.size() >= FEW) {
            assertFlat("heap of the driver", Sample::heap, 2 << 10);
            assertFlat("memory of the driver", Sample::driver, 32 << 10);
            assertFlat("memory of the largest worker", Sample::workers, 32 << 10);
        }
    }

    private void assertFlat(String what, ToLongFunction<Sample> of, long tolerance) {
        int quarter = samples.size() / 4;
        long before = median(samples.subList(quarter, 2 * quarter), of);
        long after = median(samples.subList(3 * quarter, samples.size()), of);
        assertTrue(after <= before + before / 10 + tolerance, () -> what + " grew from " + before + " to " + after + " KiB");
    }

    private static long median(List<Sample> some, ToLongFunction<Sample> of) {
        return some.stream().mapToLong(of).sorted().skip(some.size() / 2).findFirst().orElseThrow();
    }
}
