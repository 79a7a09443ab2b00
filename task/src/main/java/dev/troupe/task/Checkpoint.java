package dev.troupe.task;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Saves what a program has learned to a file, every so often and when `run` ends, and reads it again. When the process is asked to end
/// (Ctrl-C, SIGTERM) `run` ends after the current step, so that nothing learned is lost.
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
/// The file is replaced atomically: whoever reads it, and whatever crashes or fills the disk, it holds the old or the new checkpoint as a whole.
/// In a distributed task only nodes with the role of a learner save. It is saved after all middleware of a step have run, so the place in the order
/// does not matter. After a failure nothing is saved: the last good one stays. A place that cannot be written fails the first step, not the last.
public final class Checkpoint<C extends Context> implements Middleware<C> {
    /// Writes what shall survive. The stream is buffered and closed by the caller.
    @FunctionalInterface
    public interface Save<C> {
        void write(C ctx, OutputStream out) throws Exception;
    }

    /// Reads what was written. The stream is buffered and closed by the caller.
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

    /// Saves also after every so many steps.
    public Checkpoint<C> every(long steps) {
        everySteps = positive(steps);
        return this;
    }

    /// Saves also when the train iteration is so many higher than at the last time.
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

    /// Reads the checkpoint into the context of the task and wherever the program's function puts it.
    ///
    /// @return whether there was one
    /// @throws TaskFailedException when it cannot be read
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
                // By now the step has as good as ended.
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

    /// Where something is trained, users know its iterations; steps are those of the environment to them.
    private static String progress(Context ctx, long steps) {
        return ctx.get("trainIteration") instanceof Long iteration ? iteration + " train iterations" : steps + " steps";
    }
}
