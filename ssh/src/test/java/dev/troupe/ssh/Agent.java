package dev.troupe.ssh;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A real ssh-agent.
final class Agent implements Closeable {
    private final Path socket;
    private final Process process;

    private Agent(Path socket, Process process) {
        this.socket = socket;
        this.process = process;
    }

    static Agent start(Path socket) throws IOException {
        Process process = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString()).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        while (!Files.exists(socket)) {
            if (!process.isAlive()) {
                throw new IOException("ssh-agent ended with exit code " + process.exitValue());
            }
            Thread.onSpinWait();
        }
        return new Agent(socket, process);
    }

    Path socket() {
        return socket;
    }

    void add(Path key) throws IOException {
        call(key.toString());
    }

    void forget() throws IOException {
        call("-D");
    }

    private void call(String argument) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("ssh-add", "-q", argument).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("SSH_AUTH_SOCK", socket.toString());
        if (builder.start().onExit().join().exitValue() != 0) {
            throw new IOException("ssh-add " + argument + " failed");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
