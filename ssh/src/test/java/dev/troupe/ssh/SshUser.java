package dev.troupe.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A user with a folder like `~/.ssh` in a temporary place, and a key that servers may authorise.
public final class SshUser {
    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private Duration patience = Duration.ofSeconds(20);

    public SshUser(Path home) throws IOException {
        folder = Files.createDirectories(home.resolve(".ssh"));
        Files.writeString(folder.resolve("config"), "");
        SshServer.keygen("-t", "ed25519", "-f", key().toString(), "-N", "");
    }

    public Path folder() {
        return folder;
    }

    public Path key() {
        return folder.resolve("id_ed25519");
    }

    public Path publicKey() {
        return folder.resolve("id_ed25519.pub");
    }

    public Path knownHosts() {
        return folder.resolve("known_hosts");
    }

    public Path config() {
        return folder.resolve("config");
    }

    /// Knows the host, and may log in there.
    public void meet(SshServer server) throws IOException {
        know(server);
        server.authorise(publicKey());
    }

    public void know(SshServer server) throws IOException {
        Files.writeString(knownHosts(), server.known() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    public void configure(String lines) throws IOException {
        Files.writeString(config(), lines);
    }

    void agent(Path socket) {
        environment.put("SSH_AUTH_SOCK", socket.toString());
    }

    void patience(Duration patience) {
        this.patience = patience;
    }

    SshSettings settings() {
        return settings(false);
    }

    SshSettings settings(boolean acceptNew) {
        return new SshSettings(folder, Optional.of(config()), environment, System.getProperty("user.name"), acceptNew, patience);
    }
}
