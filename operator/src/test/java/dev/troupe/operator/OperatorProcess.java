package dev.troupe.operator;

import dev.troupe.kube.KubeCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// An operator in a JVM of its own.
final class OperatorProcess implements AutoCloseable {
    private final Process process;
    private final Path log;

    private OperatorProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static void main(String[] arguments) {
        System.exit(new OperatorMain().run(arguments));
    }

    /// @param flags of the JVM
    /// @param arguments of `troupe operator run`
    static OperatorProcess start(KubeCluster cluster, List<String> flags, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), OperatorProcess.class.getName()));
        command.addAll(List.of(arguments));
        Path log = Files.createTempFile("operator", ".log");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("KUBECONFIG", cluster.kubeconfig().toString());
        return new OperatorProcess(builder.start(), log);
    }

    /// Fails when it has ended.
    boolean runs() {
        if (!process.isAlive()) {
            throw new AssertionError("the operator ended with " + process.exitValue() + ": " + log());
        }
        return true;
    }

    /// Waits for its end.
    ///
    /// @return its exit code
    int ended() throws InterruptedException {
        return process.waitFor();
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        Files.delete(log);
    }
}
