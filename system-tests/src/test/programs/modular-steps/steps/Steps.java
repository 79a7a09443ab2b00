package steps;

import dev.troupe.task.Context;
import dev.troupe.task.Parallel;
import dev.troupe.task.Protocol;
import dev.troupe.task.Task;
import java.time.Duration;
import java.util.List;

/// Two processes: one greets, the other hears it.
class Steps {
    record Greeting(String text, List<String> to) {}

    static void play() {
        try (Task<Context> task = Task.start()) {
            if (task.router().nodeId() == 0) {
                task.on("greeting", (Greeting greeting) -> {
                    IO.println("heard " + greeting);
                    task.finish();
                });
            } else {
                task.emit("greeting", new Greeting("hi", List.of("all")));
            }
            task.waitFor("finish", Duration.ofSeconds(60));
        }
    }

    public static void main(String[] arguments) {
        Parallel.workers(2).protocol(Protocol.IPC).run(Steps::play);
    }
}
