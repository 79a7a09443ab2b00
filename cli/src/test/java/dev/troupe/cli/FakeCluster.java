package dev.troupe.cli;

import dev.troupe.ssh.LocalCluster;
import java.nio.file.Path;
import java.util.Optional;

/// A head that only remembers whether it runs.
final class FakeCluster implements LocalCluster {
    private final Path tokenFile;
    private Optional<String> running = Optional.empty();

    FakeCluster(Path tokenFile) {
        this.tokenFile = tokenFile;
    }

    @Override
    public Optional<Head> running() {
        return running.map(address -> new Head(address, tokenFile));
    }

    @Override
    public Head start(Optional<String> address) {
        running = Optional.of(address.map(name -> name.contains(":") ? name : name + ":6379").orElse("10.0.0.1:6379"));
        return running().orElseThrow();
    }

    @Override
    public void stop() {
        running = Optional.empty();
    }
}
