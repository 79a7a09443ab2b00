package dev.troupe.ssh;

/// Hears how far the work on each host is, on many threads at once.
@FunctionalInterface
public interface Progress {
    void reached(Host host, Stage stage);
}
