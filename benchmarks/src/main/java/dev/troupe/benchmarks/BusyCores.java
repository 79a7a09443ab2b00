package dev.troupe.benchmarks;

import dev.troupe.task.Context;
import dev.troupe.task.Router;
import dev.troupe.task.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Round trips while the user's code keeps every core busy in both processes.
final class BusyCores {
    private BusyCores() {}

    static void main(String[] args) throws Exception {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 30;
        AtomicInteger lost = new AtomicInteger();
        try (Task<Context> task = Task.start()) {
            task.on(Router.PEER_LOST, (Integer node, String why) -> lost.incrementAndGet());
            RoundTrips.answer(task);
            Signal end = new Signal(task, "end");
            AtomicBoolean busy = new AtomicBoolean(true);
            List<Thread> burners = burn(busy);
            if (task.router().nodeId() == 0) {
                end.await();
                busy.set(false);
            } else {
                measure(task, seconds, lost);
                busy.set(false);
                end.give();
            }
            for (Thread burner : burners) {
                burner.join();
            }
        }
    }

    private static void measure(Task<Context> task, int seconds, AtomicInteger lost) throws InterruptedException {
        RoundTrips trips = new RoundTrips(task);
        Samples all = new Samples(10_000_000);
        long deadline = System.nanoTime() + seconds * 1_000_000_000L;
        while (System.nanoTime() < deadline) {
            all.add((long) trips.measure(1).percentile(50));
        }
        Figures.print("busy.roundtrips", all.count());
        Figures.print("busy.p50", all.percentile(50));
        Figures.print("busy.p99", all.percentile(99));
        Figures.print("busy.lost", lost.get());
    }

    /// As many threads as there are cores, each computing all the time.
    private static List<Thread> burn(AtomicBoolean busy) {
        List<Thread> burners = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            burners.add(Thread.ofPlatform().daemon().start(() -> {
                double x = 1;
                while (busy.get()) {
                    for (int n = 0; n < 10_000; n++) {
                        x = Math.sin(x) + 1;
                    }
                }
                if (x == 0) {
                    throw new AssertionError("unreachable; keeps the sum alive");
                }
            }));
        }
        return burners;
    }
}
