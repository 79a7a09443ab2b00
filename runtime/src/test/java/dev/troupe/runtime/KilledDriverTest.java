package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.troupe.process.ClassPath;
import dev.troupe.process.PrivateDirectory;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledDriverTest {
    @TempDir
    private Path temporary;

    static final class Program {
        public static void main(String[] arguments) throws Exception {
            Ray.init();
            List<ObjectRef<int[]>> more = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                more.add(Ray.put(new int[1 << 18])); // more than the store has room for
            }
            System.out.println(Ray.task(Program::pid).remote().get());
            new CountDownLatch(more.size()).await();
        }

        private static long pid() {
            return ProcessHandle.current().pid();
        }
    }

    @Test
    void itsWorkersRemoveItsFilesInMemoryAndOnDisk() throws Exception {
        Process driver = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary, "-Dray.run-mode=CLUSTER", "-Dtroupe.object-store-memory=4m", "-Dtroupe.warm-start=false",
                "-cp", System.getProperty("java.class.path"), Program.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            ProcessHandle worker = ProcessHandle.of(Long.parseLong(driver.inputReader().readLine())).orElseThrow();
            assertEquals(1, inMemory(driver.pid()).size());
            assertFalse(find(temporary, ".spill").isEmpty(), "something was spilled");
            driver.destroyForcibly().waitFor();
            worker.onExit().get(60, TimeUnit.SECONDS);
            assertEquals(List.of(), inMemory(driver.pid()));
            assertEquals(List.of(), find(temporary, "session-"));
        } finally {
            driver.destroyForcibly();
        }
    }

    @Test
    void theMakerOfTheCacheForWorkersLeavesNothingWhenItIsKilledWithItsDriver() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary, "-Dray.run-mode=CLUSTER", "-Dtroupe.object-store-memory=4m", "-cp", jars(),
                Program.class.getName()).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("XDG_CACHE_HOME", temporary.resolve("caches").toString());
        Process driver = builder.start();
        try {
            ProcessHandle worker = ProcessHandle.of(Long.parseLong(driver.inputReader().readLine())).orElseThrow();
            ProcessHandle maker = awaitMaker(driver);
            maker.destroyForcibly();
            driver.destroyForcibly().waitFor();
            worker.onExit().get(60, TimeUnit.SECONDS);
            maker.onExit().get(60, TimeUnit.SECONDS);
            assertEquals(List.of(), inMemory(maker.pid()));
            assertEquals(List.of(), find(temporary, "session-"));
        } finally {
            driver.descendants().forEach(ProcessHandle::destroyForcibly);
            driver.destroyForcibly();
        }
    }

    /// Waits until it has an object store.
    private ProcessHandle awaitMaker(Process driver) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (System.nanoTime() < deadline) {
            Optional<ProcessHandle> maker = driver.children()
                    .filter(child -> child.info().commandLine().orElse("").contains("AOTCacheOutput")).findFirst();
            if (maker.isPresent()) {
                long pid = maker.get().pid();
                if (!inMemory(pid).isEmpty() || find(temporary, "-" + pid + "-").stream().anyMatch(Files::isRegularFile)) {
                    return maker.get();
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        throw new AssertionError("nobody makes a cache");
    }

    /// This class path, with jars instead of directories: only jars can be remembered.
    private String jars() throws IOException {
        List<Path> jars = new ArrayList<>();
        for (Path entry : ClassPath.ofThisProcess().entries()) {
            jars.add(Files.isDirectory(entry) ? jar(entry, temporary.resolve(jars.size() + ".jar")) : entry);
        }
        return new ClassPath(jars).text();
    }

    private static Path jar(Path home, Path jar) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar)); Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(home.relativize(file).toString()));
                Files.copy(file, zip);
            }
        }
        return jar;
    }

    private static List<Path> inMemory(long pid) throws IOException {
        return find(PrivateDirectory.in(Path.of("/dev/shm")), "-" + pid + "-");
    }

    private static List<Path> find(Path directory, String name) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                return visitFile(path, attributes);
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                if (path.getFileName().toString().contains(name)) {
                    found.add(path);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException removedMeanwhile) {
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }
}
