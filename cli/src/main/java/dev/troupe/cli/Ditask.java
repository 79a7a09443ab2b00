package dev.troupe.cli;

import dev.troupe.task.Parallel;
import dev.troupe.task.Program;
import dev.troupe.task.WorkerFailedException;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The `ditask` command: runs a program by name with [Parallel].
@Command(
        name = "ditask",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Run the main of a package in several linked processes, on this machine, on other servers or in pods.",
        abbreviateSynopsis = true,
        sortOptions = false,
        footer = {
                "",
                "Examples:",
                "  Run two linked processes on this machine:",
                "    ditask --package target/classes --main my.app.Main.play --parallel-workers 2",
                "  Run one more process on another server, linked to the first process on 192.168.0.1:",
                "    ditask --package my-app.jar --main my.app.Main.play --node-ids 2 --attach-to 192.168.0.1:50515",
                "  Send the events through Redis:",
                "    ditask --package my-app.jar --parallel-workers 4 --mq-type redis --redis-host 192.168.0.9",
                "  Run in every task of a Slurm job:",
                "    srun ditask --package my-app.jar --platform slurm",
                "",
                "The exit code is that of the first worker that failed, 2 if the command line is invalid, 1 if the output",
                "cannot be written.",
        })
final class Ditask implements Callable<Integer> {
    @Mixin
    final DitaskOptions options = new DitaskOptions();

    @Spec
    private CommandSpec spec;

    private final BiConsumer<Parallel, Program> runner;

    Ditask() {
        this(Parallel::run);
    }

    Ditask(BiConsumer<Parallel, Program> runner) {
        this.runner = runner;
    }

    @Override
    public Integer call() {
        try {
            runner.accept(options.parallel(), options.program());
            return 0;
        } catch (WorkerFailedException e) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + e.getMessage());
            return e.exitCode();
        }
    }

    public static void main(String[] args) {
        System.exit(Shell.run(Shell.commandLine(new Ditask()), args));
    }
}
