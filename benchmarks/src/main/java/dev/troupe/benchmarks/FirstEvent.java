package dev.troupe.benchmarks;

import dev.troupe.task.Context;
import dev.troupe.task.Task;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// From the command to the first event received from another process; then what an idle worker weighs.
final class FirstEvent {
    private FirstEvent() {}

    static void main(String[] args) throws Exception {
        long commandMillis = Long.parseLong(args[0]);
        try (Task<Context> task = Task.start()) {
            if (task.router().nodeId() == 0) {
                CountDownLatch heard = new CountDownLatch(1);
                task.on("first", () -> {
                    Figures.print("first-event", (double) (System.currentTimeMillis() - commandMillis));
                    heard.countDown();
                });
                heard.await();
                task.waitFor("nothing", Duration.ofSeconds(5));
                Figures.print("idle-mb", ResidentMemory.megabytes());
            } else {
                task.emit("first");
                task.waitFor("finish", Duration.ofSeconds(30));
            }
        }
    }
}
