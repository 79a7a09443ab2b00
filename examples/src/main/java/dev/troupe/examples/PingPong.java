package dev.troupe.examples;

import dev.troupe.task.Context;
import dev.troupe.task.Parallel;
import dev.troupe.task.Task;
import java.time.Duration;

/// Two processes throw a ball to each other; the first one ends the game.
public class PingPong {
    private static final int THROWS = 5;

    static void play() {
        try (Task<Context> task = Task.start()) {
            if (task.router().nodeId() == 0) {
                task.on("pong", (Integer count) -> {
                    IO.println("pong " + count);
                    if (count < THROWS) {
                        task.emit("ping", count + 1);
                    } else {
                        task.finish();
                    }
                });
                task.emit("ping", 1);
            } else {
                task.on("ping", (Integer count) -> {
                    IO.println("ping " + count);
                    task.emit("pong", count);
                });
            }
            task.waitForOrThrow("finish", Duration.ofSeconds(30));
        }
    }

    public static void main(String[] args) {
        Parallel.workers(2).run(PingPong::play);
    }
}
