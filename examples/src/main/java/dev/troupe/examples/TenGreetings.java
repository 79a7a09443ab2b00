package dev.troupe.examples;

import dev.troupe.task.Context;
import dev.troupe.task.Middleware;
import dev.troupe.task.Task;

/// Sender and receiver as middleware: neither knows of the other, and each could live in a process of its own.
public class TenGreetings {
    static Middleware<Context> receiver(Task<Context> task) {
        task.on("greeting", (String msg) -> IO.println("Get msg: " + msg));
        return ctx -> {
            // Everything happens in the listener.
        };
    }

    static Middleware<Context> sender(Task<Context> task) {
        return ctx -> task.emit("greeting", "Hi " + ctx.step() + " times");
    }

    public static void main(String[] args) {
        try (Task<Context> task = Task.start()) {
            task.use(receiver(task));
            task.use(sender(task));
            task.run(10);
        }
    }
}
