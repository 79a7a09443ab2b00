package dev.troupe.benchmarks;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Calls of an actor while tasks keep every CPU busy: nothing may be lost, and nobody may wait long.
final class BusyCalls {
    private static final int SECONDS = Integer.getInteger("benchmark.busy-seconds", 30);
    private static final int BURN_MILLIS = 200;

    private BusyCalls() {}

    static void measure(Figures figures) {
        int cpus = Runtime.getRuntime().availableProcessors();
        ActorHandle<RemoteWork.Counter> counter = Ray.actor(RemoteWork.Counter::new).remote();
        RemoteCalls.check(counter.task(RemoteWork.Counter::add, 0).remote().get() == 0);
        Deque<ObjectRef<Integer>> burning = new ArrayDeque<>();
        Samples calls = new Samples(10_000_000);
        long deadline = System.nanoTime() + SECONDS * 1_000_000_000L;
        while (System.nanoTime() < deadline) {
            while (burning.size() < 4 * cpus) {
                burning.add(RemoteCalls.onOneCpu(Ray.task(RemoteWork::burn, BURN_MILLIS)).remote());
            }
            long began = System.nanoTime();
            int count = counter.task(RemoteWork.Counter::add, 1).remote().get();
            calls.add(System.nanoTime() - began);
            RemoteCalls.check(count == calls.count());
            if (!Ray.wait(List.of(burning.peek()), 1, 0).getReady().isEmpty()) {
                RemoteCalls.check(burning.poll().get() == BURN_MILLIS);
            }
        }
        burning.forEach(task -> RemoteCalls.check(task.get() == BURN_MILLIS));
        counter.kill();
        figures.add("busy.p99", calls.percentile(99) / 1e9);
    }
}
