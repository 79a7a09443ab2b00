package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CheckpointTest {
    @TempDir
    Path directory;
    private final List<Long> saved = new ArrayList<>();

    private Checkpoint<OnlineRlContext> checkpoint(Task<OnlineRlContext> task, Path file) {
        return Checkpoint.of(task, file, (ctx, out) -> {
            saved.add(ctx.envStep());
            new DataOutputStream(out).writeLong(ctx.envStep());
        }, (ctx, in) -> ctx.envStep(new DataInputStream(in).readLong()));
    }

    private Path file() {
        return directory.resolve("deep/model.ckpt");
    }

    @Test
    void aProgramContinuesWhereTheOneBeforeEnded() {
        for (long expected : new long[]{10, 20}) {
            try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
                Checkpoint<OnlineRlContext> checkpoint = checkpoint(task, file());
                assertEquals(expected > 10, checkpoint.restore());
                task.use(checkpoint);
                task.use(ctx -> ctx.addEnvSteps(1));
                task.run(10);
                assertEquals(expected, task.context().envStep());
            }
        }
        assertEquals(List.of(10L, 20L), saved);
    }

    /// What the process of the next test runs: steps of which only the process that ends it knows how many there are.
    static final class EndlessSteps {
        public static void main(String[] arguments) {
            try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
                task.use(Checkpoint.of(task, Path.of(arguments[0]), (ctx, out) -> new DataOutputStream(out).writeLong(ctx.envStep()),
                        (ctx, in) -> {}));
                task.use(ctx -> ctx.addEnvSteps(1));
                task.use(ctx -> {
                    if (ctx.step() == 3) {
                        System.out.println("under way");
                    }
                });
                task.run();
                System.out.println("went on as if all had been done");
            }
        }
    }

    @Test
    void aProcessThatIsAskedToEndSavesFirst() throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), EndlessSteps.class.getName(), file().toString()).redirectErrorStream(true).start();
        try (var lines = process.inputReader()) {
            assertEquals("under way", lines.readLine());
            process.toHandle().destroy(); // and its output stays open
            assertEquals(List.of(), lines.lines().toList());
        }
        assertEquals(143, process.waitFor());
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file()))) {
            assertTrue(in.readLong() >= 4);
        }
    }

    @Test
    void itIsSavedEverySoManyStepsAndOnceAtTheEnd() throws IOException {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(checkpoint(task, file()).every(4));
            task.use(ctx -> ctx.addEnvSteps(1));
            task.run(10);
            task.run(2);
        }
        assertEquals(List.of(4L, 8L, 10L, 12L), saved);
        assertEquals(List.of("model.ckpt"), names(file().getParent()));
    }

    @Test
    void itIsSavedEverySoManyTrainIterations() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(checkpoint(task, file()).everyIterations(10));
            task.use(ctx -> {
                ctx.addEnvSteps(1);
                ctx.addTrainIterations(4);
            });
            task.run(7);
        }
        assertEquals(List.of(3L, 6L, 7L), saved);
    }

    @Test
    void itIsSavedWhenAPeerFinishesTheTask() throws Exception {
        Net net = Net.mesh();
        Net.Node here = net.join(0);
        Net.Node there = net.join(1);
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext(), TaskOptions.defaults(), here)) {
            task.use(checkpoint(task, file()));
            task.use(ctx -> {
                if (ctx.step() == 0) {
                    Task.start(new Context(), TaskOptions.defaults(), there).close();
                }
            });
            task.run();
        }
        assertEquals(1, saved.size());
    }

    @Test
    void nodesThatDoNotLearnDoNotSave() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.addRole(Role.COLLECTOR);
            task.use(checkpoint(task, file()).every(1));
            task.run(3);
        }
        assertEquals(List.of(), saved);
    }

    @Test
    void afterAFailureTheLastGoodOneStays() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(checkpoint(task, file()).every(2));
            task.use(ctx -> {
                ctx.addEnvSteps(1);
                if (ctx.step() == 4) {
                    throw new IllegalStateException("crash");
                }
            });
            assertThrows(IllegalStateException.class, task::run);
        }
        assertEquals(List.of(2L, 4L), saved);
    }

    @Test
    void aSaveFunctionThatFailsLeavesTheOldOneIntact() throws IOException {
        try (Task<Context> task = Task.start()) {
            task.use(Checkpoint.<Context>of(task, file(), (ctx, out) -> {
                out.write(new byte[100_000]);
                if (ctx.step() == 1) {
                    throw new IOException("no more");
                }
            }, (ctx, in) -> {}).every(1));
            TaskFailedException e = assertThrows(TaskFailedException.class, task::run);
            assertTrue(e.getMessage().contains("step 1, deferred by middleware Checkpoint"), e.getMessage());
            assertTrue(e.getMessage().contains("was not saved after 2 steps: no more; the previous checkpoint is intact"), e.getMessage());
        }
        assertEquals(100_000, Files.size(file()));
        assertEquals(List.of("model.ckpt"), names(file().getParent()));
    }

    @Test
    void whereSomethingIsTrainedAFailureNamesTheTrainIteration() throws IOException {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(ctx -> ctx.addTrainIterations(3));
            task.use(Checkpoint.of(task, file(), (ctx, out) -> {
                throw new IOException("no more");
            }, (ctx, in) -> {}).everyIterations(5));
            String message = assertThrows(TaskFailedException.class, task::run).getMessage();
            assertTrue(message.contains("was not saved after 6 train iterations: no more; there is no previous checkpoint"), message);
        }
    }

    @Test
    void aPlaceWhereNothingCanBeWrittenIsNamedInTheFirstStep() throws IOException {
        Path plainFile = Files.createFile(directory.resolve("file"));
        assertRefused(plainFile.resolve("model.ckpt"), plainFile + " is not a directory");
        assertRefused(plainFile.resolve("deep/model.ckpt"), plainFile + " is not a directory");
        Path folder = Files.createDirectory(directory.resolve("folder"));
        assertRefused(folder, folder + " is a directory");
        assertRefused(folder.resolve("long".repeat(100)), "File name too long");
        assertRefused(Path.of("/proc/model.ckpt"), "");
        assertEquals(List.of(), names(folder));
    }

    private void assertRefused(Path file, String reason) {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(checkpoint(task, file));
            TaskFailedException e = assertThrows(TaskFailedException.class, () -> task.run(1_000));
            assertTrue(e.getMessage().contains("checkpoint " + file + " cannot be written: ") && e.getMessage().contains(reason)
                    && e.getMessage().contains("; choose another path"), e.getMessage());
            assertEquals(0, task.context().step());
        }
        assertEquals(List.of(), saved);
    }

    @Test
    void lookingWhetherItCanBeWrittenLeavesNothingBehind() throws IOException {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(checkpoint(task, file()));
            task.use(ctx -> {
                throw new IllegalStateException("before anything was learned");
            });
            assertThrows(IllegalStateException.class, task::run);
        }
        assertEquals(List.of(), names(directory));
    }

    @Test
    void whoOnlyReadsACheckpointNeedNotBeAbleToWriteIt() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            assertFalse(checkpoint(task, Path.of("/proc/model.ckpt")).restore());
            task.use(ctx -> {});
            task.run(1);
        }
    }

    @Test
    void aDiskThatIsReallyFullLeavesTheOldOneIntact() throws Exception {
        assumeTrue(mount(), "mounting a small file system takes root");
        try {
            Path file = directory.resolve("model.ckpt");
            byte[] old = new byte[600_000];
            old[7] = 7;
            try (Task<Context> task = Task.start()) {
                task.use(Checkpoint.<Context>of(task, file, (ctx, out) -> out.write(old), (ctx, in) -> {}).every(1));
                TaskFailedException e = assertThrows(TaskFailedException.class, task::run);
                assertTrue(e.getMessage().contains("No space left") && e.getMessage().contains("the previous checkpoint is intact"),
                        e.getMessage());
            }
            assertArrayEquals(old, Files.readAllBytes(file));
            assertEquals(List.of("model.ckpt"), names(directory));
        } finally {
            assertEquals(0, command("umount", directory.toString()));
        }
    }

    @Test
    void aCheckpointThatCannotBeReadSaysWhatToDo() throws IOException {
        Path broken = Files.write(directory.resolve("broken"), new byte[]{1});
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            String message = assertThrows(TaskFailedException.class, () -> checkpoint(task, broken).restore()).getMessage();
            assertTrue(message.contains(broken.toString()) && message.contains("EOFException") && message.contains("remove it"), message);
            assertFalse(checkpoint(task, directory.resolve("none")).restore());
        }
    }

    /// Room for one checkpoint of the test, not for two.
    private boolean mount() throws Exception {
        return command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", directory.toString()) == 0;
    }

    private static int command(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        assertTrue(process.waitFor(10, TimeUnit.SECONDS));
        return process.exitValue();
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
