package dev.troupe.task;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Saves the state of a program to a file, periodically and when `run` ends, and restores it. When the process is asked to end (Ctrl-C, SIGTERM),
/// `run` ends after the current step, so that no result is lost.
///
/// ```java
/// Checkpoint<OnlineRlContext> checkpoint = Checkpoint.of(task, Path.of("model.ckpt"),
///         (ctx, out) -> new DataOutputStream(out).writeLong(ctx.envStep()),
///         (ctx, in) -> ctx.envStep(new DataInputStream(in).readLong()))
///     .everyIterations(1000);
/// checkpoint.restore();        // false when there is none yet
/// task.use(checkpoint);
/// ```
///
/// The file is replaced atomically: even after a crash or with a full disk, readers find either the whole old checkpoint or the whole new one. In a
/// distributed task only nodes with the role of a learner save. The checkpoint is saved after all middleware of a step have run, so its place in
/// the order does not matter. After a failure nothing is saved, and the last good checkpoint remains. If the path cannot be written, the first step
/// fails, not the last.
public final class Checkpoint<C extends Context> implements Middleware<C> {
    /// Writes the state to save. The stream is buffered and closed by the caller.
    @FunctionalInterface
    public interface Save<C> {
        void write(C ctx, OutputStream out) throws Exception;
    }

    /// Reads the saved state. The stream is buffered and closed by the caller.
    @FunctionalInterface
    public interface Restore<C> {
        void read(C ctx, InputStream in) throws Exception;
    }

    private final Task<? extends C> task;
    private final SafeFile file;
    private final Save<? super C> save;
    private final Restore<? super C> restore;
    private long everySteps;
    private long everyIterations;
    private long savedIteration;
    private long savedStep = -1;
    private boolean used;

    private Checkpoint(Task<? extends C> task, SafeFile file, Save<? super C> save, Restore<? super C> restore) {
        this.task = task;
        this.file = file;
        this.save = save;
        this.restore = restore;
    }

    /// A checkpoint that is saved when `run` ends.
    public static <C extends Context> Checkpoint<C> of(Task<C> task, Path file, Save<? super C> save, Restore<? super C> restore) {
        return new Checkpoint<>(task, new SafeFile(file.toAbsolutePath()), save, restore);
    }

    /// Also saves after every `n` steps.
    public Checkpoint<C> every(long steps) {
        everySteps = positive(steps);
        return this;
    }

    /// Also saves when the train iteration has increased by `n` since the last save.
    public Checkpoint<C> everyIterations(long iterations) {
        everyIterations = positive(iterations);
        return this;
    }

    private static long positive(long n) {
        if (n < 1) {
            throw new IllegalArgumentException("a checkpoint every " + n + " times; at least 1 is needed");
        }
        return n;
    }

    /// Restores the checkpoint into the context of the task and wherever the program's function puts it.
    ///
    /// @return whether there was a checkpoint
    /// @throws TaskFailedException if it cannot be read
    public boolean restore() {
        if (!Files.exists(file.path())) {
            return false;
        }
        try (InputStream in = file.read()) {
            restore.read(task.context(), in);
        } catch (Exception e) {
            throw new TaskFailedException(
                    "checkpoint " + file.path() + " cannot be restored: " + e + "; remove it to start from the beginning", e);
        }
        savedIteration = iteration(task.context());
        return true;
    }

    @Override
    public void run(C ctx) throws IOException {
        if (!task.hasRole(Role.LEARNER)) {
            return;
        }
        if (!used) {
            used = true;
            check();
            task.whenRunEnds(this::saveLast);
            task.finishOnShutdown();
        }
        ctx.defer(() -> {
            boolean stepsDone = everySteps > 0 && (ctx.step() + 1) % everySteps == 0;
            boolean iterationsDone = everyIterations > 0 && iteration(ctx) - savedIteration >= everyIterations;
            if (stepsDone || iterationsDone) {
                // The step has practically ended by now.
                save(ctx, ctx.step() + 1);
            }
        });
    }

    private void check() throws IOException {
        try {
            file.check();
        } catch (IOException e) {
            throw new IOException("checkpoint " + file.path() + " cannot be written: " + SafeFile.reason(e) + "; choose another path", e);
        }
    }

    private void saveLast() throws IOException {
        C ctx = task.context();
        if (savedStep != ctx.step()) {
            save(ctx, ctx.step());
        }
    }

    private void save(C ctx, long steps) throws IOException {
        try {
            file.write(out -> save.write(ctx, out));
        } catch (IOException e) {
            String old = Files.exists(file.path()) ? "the previous checkpoint is intact" : "there is no previous checkpoint";
            throw new IOException(
                    "checkpoint " + file.path() + " was not saved after " + progress(ctx, steps) + ": " + SafeFile.reason(e) + "; " + old
                            + "; free some space or choose another path",
                    e);
        }
        savedStep = steps;
        savedIteration = iteration(ctx);
    }

    private static long iteration(Context ctx) {
        return ctx.get("trainIteration") instanceof Long iteration ? iteration : 0;
    }

    /// Programs that train count train iterations; for their users, steps are those of the environment.
    private static String progress(Context ctx, long steps) {
        return ctx.get("trainIteration") instanceof Long iteration ? iteration + " train iterations" : steps + " steps";
    }
}
