package dev.troupe.benchmarks;

import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A million tasks that cannot begin yet: what each costs the driver while it waits, and that all come to their end.
final class QueuedTasks {
    private static final int TASKS = Integer.getInteger("benchmark.queued", 1_000_000);

    private QueuedTasks() {}

    static void measure(Figures figures) throws Exception {
        Path gate = Files.createTempFile("troupe-gate-", "");
        try {
            int cpus = (int) Ray.getRuntimeContext().getAllNodeInfo().stream().mapToDouble(node -> node.resources.getOrDefault("CPU", 0.0))
                    .sum();
            List<ObjectRef<Boolean>> blocking = new ArrayList<>();
            for (int i = 0; i < cpus; i++) {
                blocking.add(RemoteCalls.onOneCpu(Ray.task(RemoteWork::await, gate.toString())).remote());
            }
            List<ObjectRef<Integer>> results = new ArrayList<>(TASKS);
            long before = used();
            long began = System.nanoTime();
            for (int i = 0; i < TASKS; i++) {
                results.add(RemoteCalls.onOneCpu(Ray.task(RemoteWork::same, i)).remote());
            }
            figures.add("queue.submit", TASKS / ((System.nanoTime() - began) / 1e9));
            figures.add("queue.bytes", (used() - before) / (double) TASKS);
            finish(gate, blocking, results, figures);
        } finally {
            Files.deleteIfExists(gate);
        }
    }

    private static void finish(Path gate, List<ObjectRef<Boolean>> blocking, List<ObjectRef<Integer>> results, Figures figures)
            throws IOException {
        long began = System.nanoTime();
        Files.delete(gate);
        RemoteCalls.check(!Ray.get(blocking).contains(false));
        long sum = 0;
        for (ObjectRef<Integer> result : results) {
            sum += result.get();
        }
        RemoteCalls.check(sum == (long) TASKS * (TASKS - 1) / 2);
        figures.add("queue.run", TASKS / ((System.nanoTime() - began) / 1e9));
    }

    /// On the heap and beside it, without garbage.
    private static long used() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(100);
        }
        long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream().filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + direct;
    }
}
