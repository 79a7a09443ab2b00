package dev.troupe.task;

import java.util.List;
import java.util.OptionalInt;
import java.util.ServiceLoader;

/// Starts the processes of a program for [Parallel]. Only the module `parallel` implements it. It is found as a service, so that a program compiles
/// against this module alone.
public interface Launcher {
    /// The implementation on the class path or module path.
    ///
    /// @throws SettingException if there is none
    static Launcher find() {
        return ServiceLoader.load(Launcher.class, Launcher.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new SettingException("Parallel needs the module dev.troupe:parallel, which is not on the class path:"
                        + " depend on it instead of dev.troupe:task"));
    }

    /// The number of workers that were started together with this process, including itself; empty if this process is not a worker.
    OptionalInt workersHere();

    /// Runs a main in every worker and returns when all have ended.
    void run(Settings settings, Main main);

    /// Runs the main of a package in every worker and returns when all have ended.
    void run(Settings settings, Program program);

    /// Runs work in every worker and returns the results, in the order of the workers.
    <R> List<R> call(Settings settings, Work<R> work);

    /// Checks whether a program can be started. None of its code runs.
    void check(Program program);
}
