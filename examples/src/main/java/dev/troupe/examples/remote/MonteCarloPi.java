package dev.troupe.examples.remote;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// π from points thrown at a square, and an actor that hears how far the throwing tasks are.
public class MonteCarloPi {
    private static final int TASKS = 10;
    private static final int POINTS = 200_000;

    static class Progress {
        private long thrown;

        long add(long points) {
            thrown += points;
            return thrown;
        }
    }

    static long throwPoints(int seed, ActorHandle<Progress> progress) {
        Random random = new Random(seed);
        long inside = 0;
        for (int i = 0; i < POINTS; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            inside += x * x + y * y <= 1 ? 1 : 0;
        }
        progress.task(Progress::add, (long) POINTS).remote();
        return inside;
    }

    public static void main(String[] args) {
        Ray.init();
        ActorHandle<Progress> progress = Ray.actor(Progress::new).remote();
        List<ObjectRef<Long>> counts = IntStream.range(0, TASKS)
                .mapToObj(seed -> Ray.task(MonteCarloPi::throwPoints, seed, progress).remote()).toList();
        long inside = Ray.get(counts).stream().mapToLong(count -> count).sum();
        IO.println("π is about %.3f".formatted(4.0 * inside / TASKS / POINTS));
    }
}
