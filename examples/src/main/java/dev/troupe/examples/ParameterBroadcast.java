package dev.troupe.examples;

import dev.troupe.task.Context;
import dev.troupe.task.Delivery;
import dev.troupe.task.Event;
import dev.troupe.task.Parallel;
import dev.troupe.task.Task;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// One process makes new parameters all the time; two others work with the newest and never hold it up.
public class ParameterBroadcast {
    /// Parameters, with the version they are of. Only the newest matters.
    record Parameters(int version, float[] weights) {}

    static final Event<Parameters> PARAMETERS = Event.of("parameters", Parameters.class).with(Delivery.LATEST);
    static final int LAST = 1000;

    static void play() {
        try (Task<Context> task = Task.start()) {
            if (task.matchLabels("node.0")) {
                produce(task);
            } else {
                consume(task);
            }
        }
    }

    private static void produce(Task<Context> task) {
        var working = ConcurrentHashMap.<Integer>newKeySet();
        working.addAll(Set.of(1, 2));
        var bothDone = new CountDownLatch(2);
        task.on("done", (Integer node) -> {
            if (working.remove(node)) {
                bothDone.countDown();
            }
        });
        task.ready();
        for (int version = 1; version <= LAST; version++) {
            task.emit(PARAMETERS, new Parameters(version, new float[10_000]));
        }
        try {
            if (!bothDone.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("no answer from node " + working + " within 30 s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void consume(Task<Context> task) {
        task.on(PARAMETERS, parameters -> {
            if (parameters.version() == LAST) {
                IO.println("works with version " + parameters.version());
                task.emit("done", task.router().nodeId());
            }
        });
        task.waitFor("finish", Duration.ofSeconds(30));
    }

    public static void main(String[] args) {
        Parallel.workers(3).run(ParameterBroadcast::play);
    }
}
