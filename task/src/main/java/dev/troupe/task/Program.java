package dev.troupe.task;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A program as the command line names it: a package and its main.
///
/// ```java
/// Parallel.workers(2).run(Program.in(Path.of("target/classes")).main("my.module.Main.play"));
/// ```
///
/// @param location a directory, a jar or a zip with the code
/// @param main class and method, separated by the last dot; nothing for `main` of the package's main class
/// @param arguments for a main that takes `String[]`
public record Program(Path location, Optional<String> main, List<String> arguments) {
    public Program { arguments = List.copyOf(arguments); }

    /// The main class of the package there.
    public static Program in(Path location) {
        return new Program(location, Optional.empty(), List.of());
    }

    /// With this class and method as its main.
    public Program main(String classAndMethod) {
        return new Program(location, Optional.of(classAndMethod), arguments);
    }

    /// Checks whether it can be started. None of its code runs.
    ///
    /// @throws SettingException that says what is missing, and what exists instead
    public void check() {
        Launcher.find().check(this);
    }

    /// With these arguments for a main that takes `String[]`.
    public Program arguments(List<String> all) {
        return new Program(location, main, all);
    }
}
