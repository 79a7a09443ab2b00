package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.troupe.process.PrivateDirectory;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

    private static List<Path> inMemory(long pid) throws IOException {
        return find(PrivateDirectory.in(Path.of("/dev/shm")), "-" + pid + "-");
    }

    private static List<Path> find(Path directory, String name) throws IOException {
        try (Stream<Path> found = Files.find(directory, 5, (path, _) -> path.getFileName().toString().contains(name))) {
            return found.toList();
        }
    }
}
