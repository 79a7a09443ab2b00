package dev.troupe.cli;

import dev.troupe.task.Task;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine;

/// The run from which the AOT caches are made: it loads and links the classes that a usual start needs. See `bin/launcher.sh`.
final class Training {
    private Training() {}

    /// The message that the workers exchange.
    record Greeting(String text, List<Integer> numbers) {}

    /// Runs the training. The arguments are the jar with this class, and the file for the cache of each worker.
    public static void main(String[] args) {
        Shell.withoutGroovy();
        quiet(new Troupe(), "--help");
        quiet(new Troupe(), "get", "jobs", "--kubeconfig", "");
        quiet(new Ditask(), "--help");
        quiet(new Ditask(), "--topology", "unknown");
        var port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
        var exitCode = quiet(new Ditask(), "--package", args[0], "--main", Training.class.getName() + ".play", "--parallel-workers", "2",
                "--platform", "none", "--address", "127.0.0.1", "--ports", String.valueOf(port), "--connect-timeout", "20",
                "--jvm-options", "-XX:AOTCacheOutput=" + args[1]);
        if (exitCode != 0) throw new IllegalStateException("the workers' training ended with exit code " + exitCode);
    }

    /// The main of both workers: they greet each other with plain values and with objects.
    static void play() {
        try (var task = Task.start()) {
            task.on("hello", (Greeting greeting) -> task.emit("answer", greeting.text(), greeting.numbers().size()));
            var answered = task.expect("answer");
            task.onlyRemote().emit("hello", new Greeting("hi", List.of(1, 2, 3)));
            answered.await(Duration.ofSeconds(10));
            task.use(context -> context.defer(() -> {}));
            task.run(2);
        }
    }

    /// Its signature contains no class of picocli, because the workers, which look for `play`, do not have picocli.
    private static int quiet(Object command, String... args) {
        var nowhere = new PrintWriter(Writer.nullWriter());
        CommandLine line = command instanceof Troupe ? Troupe.line(args) : Shell.commandLine(command);
        return Shell.run(line.setOut(nowhere).setErr(nowhere), args);
    }
}
