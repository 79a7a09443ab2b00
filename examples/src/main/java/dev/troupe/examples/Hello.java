package dev.troupe.examples;

import dev.troupe.task.Context;
import dev.troupe.task.Parallel;
import dev.troupe.task.Task;
import java.time.Duration;

/// Two processes, the same code: one greets, the other hears it.
public class Hello {
    static void play() {
        try (Task<Context> task = Task.start()) {
            if (task.router().nodeId() == 0) {
                task.on("greeting", (String msg) -> IO.println("Get msg: " + msg));
            } else {
                task.emit("greeting", "Hi");
            }
            task.waitFor("finish", Duration.ofSeconds(3));
        }
    }

    public static void main(String[] args) {
        Parallel.workers(2).run(Hello::play);
    }
}
