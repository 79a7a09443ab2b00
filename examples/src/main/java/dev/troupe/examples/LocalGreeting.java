package dev.troupe.examples;

import dev.troupe.task.Context;
import dev.troupe.task.Task;

/// Events within one process.
public class LocalGreeting {
    public static void main(String[] args) {
        try (Task<Context> task = Task.start()) {
            task.on("greeting", (String msg) -> IO.println("Get msg: " + msg));
            task.emit("greeting", "Hi");
        }
    }
}
