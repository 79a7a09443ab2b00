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
import java.util.stream.Stream;

/// `tools/kube/cluster` as a child: it stops its servers and removes its folder when its input ends, so that nothing is left even if this
/// JVM is killed.
final class ControlPlane implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter commands;
    private final Deque<String> complaints = new ArrayDeque<>();
    private final Path folder;

    private ControlPlane(Process process) throws IOException {
        this.process = process;
        answers = process.inputReader(StandardCharsets.UTF_8);
        commands = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("troupe-kube-log").start(this::pump);
        folder = Path.of(answer().substring("export KUBECONFIG=".length())).getParent();
    }

    /// Blocks until the API server is ready; the first time on a machine that takes as long as building it.
    static ControlPlane start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(script().toString());
        // Pods of tests have a status that the test writes, on nodes that nobody runs: nothing may clear them away.
        builder.environment().put("KUBE_CONTROLLERS", "*,-nodelifecycle,-podgc");
        return new ControlPlane(builder.start());
    }

    Path kubeconfig() {
        return folder.resolve("admin.kubeconfig");
    }

    String kubectl() {
        return folder.resolve("kubectl").toString();
    }

    /// Whether somebody makes service accounts and removes what has lost its owner.
    boolean hasManager() {
        return Files.exists(folder.resolve("logs/manager.log"));
    }

    /// `start` or `stop` of `etcd`, `apiserver`, `manager` or `scheduler`; back when it is done.
    void command(String verb, String server) throws IOException {
        commands.write(verb + " " + server + "\n");
        commands.flush();
        answer();
    }

    private String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            process.onExit().join();
            synchronized (complaints) {
                throw new IOException("no Kubernetes control plane: " + String.join("\n", complaints));
            }
        }
        return line;
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

    private static Path script() throws IOException {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path script = folder.resolve("tools/kube/cluster");
            if (Files.isExecutable(script)) {
                return script;
            }
        }
        throw new IOException("no tools/kube/cluster in this folder or one above it");
    }
}
