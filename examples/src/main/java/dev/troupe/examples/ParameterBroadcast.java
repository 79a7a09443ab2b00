package dev.troupe.examples;

import dev.troupe.task.Context;
import dev.troupe.task.Delivery;
import dev.troupe.task.Event;
import dev.troupe.task.Parallel;
import dev.troupe.task.Task;
import java.time.Duration;

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
        var bothDone = new java.util.concurrent.CountDownLatch(2);
        task.on("done", (Integer node) -> bothDone.countDown());
        for (int version = 1; version <= LAST; version++) {
            task.emit(PARAMETERS, new Parameters(version, new float[10_000]));
        }
        try {
            bothDone.await();
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
