package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;

import dev.troupe.process.PrivateDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a shutdown must not leave behind: threads of ours, worker processes of this JVM, its files in shared memory.
record Leftovers(Set<Thread> threads, Set<ProcessHandle> processes, Set<Path> files) {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    static Leftovers none() {
        return new Leftovers(Set.of(), Set.of(), Set.of());
    }

    static Leftovers now() {
        var threads = Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("troupe-"))
                .collect(Collectors.toSet());
        var processes = ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).collect(Collectors.toSet());
        return new Leftovers(threads, processes, ownFiles());
    }

    /// Others use this machine too: only names with this process's id count.
    private static Set<Path> ownFiles() {
        if (!Files.isDirectory(SHARED_MEMORY)) return Set.of();
        var pid = Long.toString(ProcessHandle.current().pid());
        try (Stream<Path> files = Files.list(PrivateDirectory.in(SHARED_MEMORY))) {
            return files.filter(file -> file.getFileName().toString().contains(pid)).collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A thread that ends with the next garbage collection does no harm.
    void assertNothingNew() {
        if (!newer().isEmpty()) System.gc();
        eventually(() -> "left behind after shutdown: " + newer(), () -> newer().isEmpty());
    }

    private List<String> newer() {
        var now = now();
        var newer = new ArrayList<String>();
        without(now.threads, threads).forEach(thread -> newer.add("thread " + thread.getName()));
        without(now.processes, processes)
                .forEach(process -> newer.add("process " + process.pid() + " " + process.info().command().orElse("")));
        without(now.files, files).forEach(file -> newer.add("file " + file));
        return newer;
    }

    private static <T> Set<T> without(Set<T> now, Set<T> before) {
        var rest = new HashSet<>(now);
        rest.removeAll(before);
        return rest;
    }
}
