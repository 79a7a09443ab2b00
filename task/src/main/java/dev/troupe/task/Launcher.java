package dev.troupe.task;

import java.util.List;
import java.util.OptionalInt;
import java.util.ServiceLoader;

/// Starts the processes of a program for [Parallel]. The module `parallel` is the only one that does, and is found by its service entry, so that a program
/// compiles against this module alone.
public interface Launcher {
    /// The one on the class path or module path.
    ///
    /// @throws SettingException when there is none
    static Launcher find() {
        return ServiceLoader.load(Launcher.class, Launcher.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new SettingException("Parallel needs the module dev.troupe:parallel, which is not on the class path:"
                        + " depend on it instead of dev.troupe:task"));
    }

    /// How many workers were started together with this process, itself included; nothing when this process is no worker.
    OptionalInt workersHere();

    /// Runs a main in every worker and returns when all have ended.
    void run(Settings settings, Main main);

    /// Runs the main of a package in every worker and returns when all have ended.
    void run(Settings settings, Program program);

    /// Runs work in every worker and returns the results, in the order of the workers.
    <R> List<R> call(Settings settings, Work<R> work);

    /// Looks whether a program could be started. None of its code runs.
    void check(Program program);
}
