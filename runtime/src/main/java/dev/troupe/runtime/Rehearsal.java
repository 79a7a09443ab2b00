package dev.troupe.runtime;

import dev.troupe.cluster.Seat;
import dev.troupe.node.RunningBoard;
import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.RayTaskException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Runs the usual work of workers once, so that the JVM can cache the classes: a driver whose worker is in its own process, but linked as if it
/// were in another.
final class Rehearsal {
    private Rehearsal() {}

    /// @param board the board of this process
    /// @param session a directory to be created, for all its files
    static TroupeRuntime cast(RunningBoard board, Path session) throws IOException {
        Map<String, String> said = Map.of("ray.run-mode", "CLUSTER", "troupe.num-cpus", "2", "troupe.object-store-memory", "64MB",
                "troupe.warm-start", "false");
        Settings settings = Settings.read(new Sources(said, Map.of(), Map.of(), ""), Machine.here());
        return Driver.start(settings, OwnNode.settings(settings).inside(session),
                (order, seat) -> new WorkerSession(Seat.decode(seat.encode()), WorkerTerms.decode(order.terms().worker()),
                        new BoardedTasks(board), () -> {}).begin());
    }

    /// After `Ray.init()`.
    static void play() {
        List<ObjectRef<Map<String, Integer>>> refs = IntStream.range(0, 100)
                .mapToObj(i -> Ray.task(Rehearsal::count, Ray.put(List.of("a", "b")), i).remote()).toList();
        Ray.get(refs);
        int captured = refs.size();
        ObjectRef<Integer> lambda = Ray.task(() -> captured + 1).remote();
        Ray.wait(List.of(lambda));
        ActorHandle<Counter> counter = Ray.actor(Counter::new).remote();
        counter.task(Counter::add, lambda).remote().get();
        Ray.task(Rehearsal::sum, new int[100_000]).remote().get();
        try {
            Ray.task(Rehearsal::fail).remote().get();
        } catch (RayTaskException expected) {
            // so that the classes of failures are loaded, too
        }
        counter.kill();
    }

    private static Map<String, Integer> count(List<String> names, int number) {
        return Map.of(names.getFirst(), number);
    }

    private static int sum(int[] numbers) {
        return IntStream.of(numbers).sum();
    }

    private static int fail() {
        throw new IllegalStateException("as it was meant");
    }

    private static final class Counter {
        private int sum;

        int add(int number) {
            sum += number;
            return sum;
        }
    }
}
