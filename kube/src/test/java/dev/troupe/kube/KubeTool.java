package dev.troupe.kube;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A command of `tools/kube` that serves until its input ends: so that nothing of it is left even if this JVM is killed.
public final class KubeTool implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter commands;
    private final Deque<String> complaints = new ArrayDeque<>();

    private KubeTool(Process process) {
        this.process = process;
        answers = process.inputReader(StandardCharsets.UTF_8);
        commands = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("troupe-kube-log").start(this::pump);
    }

    /// Starts it; what it needs may have to be built first, once for each machine.
    public static KubeTool start(String name, Map<String, String> variables, String... arguments) throws IOException {
        List<String> command = Stream.concat(Stream.of(find(name).toString()), Stream.of(arguments)).toList();
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(variables);
        return new KubeTool(builder.start());
    }

    /// The next line it prints: what it serves, or that a command is done.
    ///
    /// @throws IOException when it has ended, with its last words
    public String line() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            process.onExit().join();
            synchronized (complaints) {
                throw new IOException(complaints.stream().collect(Collectors.joining("\n", "no Kubernetes: ", "")));
            }
        }
        return line;
    }

    /// Back when it is done.
    public void command(String... words) throws IOException {
        commands.write(String.join(" ", words) + "\n");
        commands.flush();
        line();
    }

    private void pump() {
        try (Stream<String> lines = process.errorReader(StandardCharsets.UTF_8).lines()) {
            lines.forEach(line -> {
                System.err.println(line);
                synchronized (complaints) {
                    complaints.addLast(line);
                    if (complaints.size() > 10) {
                        complaints.removeFirst();
                    }
                }
            });
        } catch (UncheckedIOException closed) {
            // The end of the process.
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }

    /// In the checkout these tests run in.
    private static Path find(String name) throws IOException {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path script = folder.resolve("tools/kube").resolve(name);
            if (Files.isExecutable(script)) {
                return script;
            }
        }
        throw new IOException("no tools/kube/" + name + " in this folder or one above it");
    }
}
