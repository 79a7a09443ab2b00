package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.task.Main;
import dev.troupe.transport.Address;
import dev.troupe.transport.Encryption;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobDirectoryTest {
    @TempDir
    private Path parent;

    @Test
    void onlyTheUserMayLookAndNothingStays() throws IOException {
        Path path;
        try (JobDirectory.Held held = JobDirectory.create(); JobDirectory.Held other = JobDirectory.create()) {
            path = held.directory().path();
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
            other.directory().removeIfAbandoned();
            held.directory().removeIfAbandoned();
            assertTrue(Files.exists(path), "its starter lives");
        }
        assertFalse(Files.exists(path));
    }

    /// One that was still on its way when its starter was killed.
    @Test
    void aWorkerThatFindsItsStarterDeadRemovesWhatThatLeft() throws Exception {
        JobDirectory job = new JobDirectory(Files.createDirectory(parent.resolve("job")));
        Files.createFile(job.starter());
        Path token = Files.setPosixFilePermissions(Files.writeString(parent.resolve("token"), "secret of this test"),
                PosixFilePermissions.fromString("rw-------"));
        WorkerPlan plan = new WorkerPlan(3, Door.at(new Address("ipc", job.path().resolve("3.sock").toString())), List.of(), Set.of(),
                Set.of(),
                Set.of(), false, true, Set.of(3), Set.of(), "my.Main.play", Optional.of(token), Encryption.BETWEEN_MACHINES,
                Duration.ofSeconds(1), false);
        Main main = WorkerPrograms::greet;
        Process worker = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Worker.class.getName()).redirectErrorStream(true).start();
        try (DataOutputStream order = new DataOutputStream(worker.getOutputStream())) {
            new WorkerOrder(plan, 1, 1, Portable.takeApart(main), 0, 0, job).write(order);
        }
        String said = String.join("\n", worker.inputReader().readAllLines());
        assertEquals(1, worker.waitFor(), said);
        assertTrue(said.startsWith("worker 3 cannot start: "), said);
        assertFalse(Files.exists(job.path()));
    }
}
