package dev.troupe.cli;

import dev.troupe.task.Parallel;
import dev.troupe.task.Program;
import dev.troupe.task.Protocol;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The processes of the demo: a learner, an evaluator and collectors, or one that does everything.
final class DemoProcesses {
    private static final String MAIN = "dev.troupe.examples.cartpole.Train";
    /// More than anyone kills by hand.
    private static final int RETRIES = 20;

    /// Processes that have not ended after five seconds are killed.
    private static final int LAST_WORDS_SECONDS = 7;

    private static final String ONE_LINE_LOGS = "-Djava.util.logging.SimpleFormatter.format=%4$s: %5$s%6$s%n";

    private DemoProcesses() {}

    static int run(Demo demo, LineStream lines) throws IOException, InterruptedException {
        List<String> words = List.of("--seed", Long.toString(demo.seed), "--directory", demo.directory.toAbsolutePath().toString(),
                "--stop-value", Double.toString(demo.stopValue), "--max-steps", Long.toString(demo.maxSteps));
        if (demo.standalone) {
            return runAlone(words, lines);
        }
        PrintStream out = new PrintStream(lines, true, StandardCharsets.UTF_8);
        Parallel parallel = Parallel.workers(2 + demo.workers).protocol(Protocol.IPC).autoRecover(true).maxRetries(RETRIES).output(out, out)
                .jvmOptions(ONE_LINE_LOGS)
                .labelsOf(0, "learner").labelsOf(1, "evaluator");
        for (int i = 0; i < demo.workers; i++) {
            parallel = parallel.labelsOf(2 + i, "collector");
        }
        parallel.run(Program.in(examples()).main(MAIN + ".main").arguments(words));
        return 0;
    }

    private static int runAlone(List<String> words, LineStream lines) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path") + File.pathSeparator + examples(), MAIN));
        command.addAll(words);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread hook = new Thread(() -> end(process.toHandle()), "troupe-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                lines.line(line);
            }
        }
        return process.waitFor();
    }

    /// Waits for the processes that are ending, for at most the time that this may take.
    static void awaitEnd() {
        Optional<String> java = ProcessHandle.current().info().command();
        ProcessHandle.current().children().filter(child -> child.info().command().equals(java)).map(ProcessHandle::onExit).toList()
                .forEach(ended -> ended.completeOnTimeout(null, LAST_WORDS_SECONDS, TimeUnit.SECONDS).join());
    }

    /// Uses the handle, because [Process#destroy] would also close the stream from which its last lines are being read.
    private static void end(ProcessHandle process) {
        process.destroy();
        boolean ended = process.onExit().thenApply(_ -> true).completeOnTimeout(false, 5, TimeUnit.SECONDS).join();
        if (!ended) {
            process.destroyForcibly();
        }
    }

    /// Finds the examples of the distribution or the checkout, relative to the launcher's jars, the first of which is ours. (A class from
    /// an AOT cache may not know where its own jar is.)
    private static Path examples() {
        Path lib = Path.of(System.getProperty("java.class.path").split(File.pathSeparator, 2)[0]).toAbsolutePath().getParent();
        for (String place : List.of("../examples/examples.jar", "../../../examples/target/classes")) {
            Path there = lib.resolve(place).normalize();
            if (Files.exists(there)) {
                return there;
            }
        }
        throw new IllegalStateException("the examples are missing beside " + lib + "; unpack the distribution again, or run mvn verify");
    }
}
