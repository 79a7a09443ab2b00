package dev.troupe.systemtests;

import io.ray.api.Ray;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.stream.Stream;

/// A program with a worker that runs until the cache for workers is made.
final class AwaitsCache {
    private AwaitsCache() {}

    static int one() {
        return 1;
    }

    /// Ends when the cache is there.
    ///
    /// @param args the directory of the caches
    public static void main(String[] args) throws Exception {
        Path directory = Files.createDirectories(Path.of(args[0]));
        try (WatchService watch = directory.getFileSystem().newWatchService()) {
            directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            Ray.init();
            Ray.task(AwaitsCache::one).remote().get();
            while (!made(directory)) {
                boolean _ = watch.take().reset();
            }
            Ray.shutdown();
        }
    }

    private static boolean made(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(file -> file.getFileName().toString().matches("worker-[0-9a-f]+\\.aot"));
        }
    }
}
