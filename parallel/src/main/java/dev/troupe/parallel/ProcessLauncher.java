package dev.troupe.parallel;

import dev.troupe.task.Launcher;
import dev.troupe.task.Main;
import dev.troupe.task.Program;
import dev.troupe.task.Settings;
import dev.troupe.task.Work;
import java.util.List;
import java.util.OptionalInt;

/// Starts processes on this machine: the launcher that `Parallel` and `ditask` find as a service.
public final class ProcessLauncher implements Launcher {
    @Override
    public OptionalInt workersHere() {
        return Worker.together();
    }

    @Override
    public void run(Settings settings, Main main) {
        Launch.of(settings, main);
    }

    @Override
    public void run(Settings settings, Program program) {
        Launch.of(settings, program);
    }

    @Override
    public <R> List<R> call(Settings settings, Work<R> work) {
        return Launch.of(settings, work);
    }

    @Override
    public void check(Program program) {
        try (JobDirectory.Held unpacked = JobDirectory.create()) {
            MainMethod.find(CodePackage.open(program.location(), unpacked.directory()), program.main(), program.arguments());
        }
    }
}
