package dev.troupe.cli;

import dev.troupe.task.Parallel;
import dev.troupe.task.Platform;
import dev.troupe.task.Program;
import dev.troupe.task.TaskFailedException;
import dev.troupe.task.Topology;
import dev.troupe.task.WorkerFailedException;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// The `ditask` command: runs a program by name with [Parallel].
@Command(
        name = "ditask",
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
final class Ditask extends ShellCommand implements Callable<Integer> {
    @Mixin
    final DitaskOptions options = new DitaskOptions();

    private final BiConsumer<Parallel, Program> runner;
    private final Map<String, String> variables;

    Ditask() {
        this(Parallel::run);
    }

    Ditask(BiConsumer<Parallel, Program> runner) {
        this(runner, System.getenv());
    }

    Ditask(BiConsumer<Parallel, Program> runner, Map<String, String> variables) {
        this.runner = runner;
        this.variables = variables;
    }

    @Override
    public Integer call() throws InterruptedException {
        Parallel parallel = options.parallel();
        boolean pod = options.platform == null || options.platform == Platform.K8S;
        if (pod && options.topology != Topology.ALONE && PodsOfJob.areSeveral(variables)) {
            OperatorServer server = new OperatorServer(variables.get("DI_SERVER_URL"), OperatorServer.ACCOUNT,
                    variables.getOrDefault("DI_SERVER_CA", ""));
            PodsOfJob.of(variables, server).awaitRunning(err());
        }
        try {
            runner.accept(parallel, options.program());
            return 0;
        } catch (WorkerFailedException e) {
            err().println(spec().qualifiedName() + ": " + e.getMessage() + why(e));
            return e.exitCode();
        }
    }

    /// What the worker's main threw: on Kubernetes the last line is all that is left of a pod.
    private static String why(WorkerFailedException e) {
        String text = switch (e.getCause()) {
            case null -> "";
            case TaskFailedException ours -> ours.getMessage();
            case Throwable thrown -> thrown.toString();
        };
        return text == null ? "" : text.lines().findFirst().map(": "::concat).orElse("");
    }

    public static void main(String[] args) {
        Shell.withoutGroovy();
        Shell.main(Shell.commandLine(new Ditask()), args);
    }
}
