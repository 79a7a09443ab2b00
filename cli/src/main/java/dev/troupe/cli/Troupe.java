package dev.troupe.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The `troupe` command. What it does lies in its subcommands.
@Command(
        name = "troupe",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Run one Java main in one process, in many, or on many servers.",
        subcommands = {Demo.class, Ditask.class, Launch.class, Submit.class, Get.class, Logs.class, Kill.class, Describe.class,
                OperatorCommand.class, Completion.class, Fetch.class},
        footer = {
                "",
                "Examples:",
                "  Watch four processes learn to balance a pole:",
                "    troupe demo",
                "  Two linked processes here, from a directory of classes:",
                "    troupe ditask --package target/classes --main my.app.Main.play --parallel-workers 2",
                "  Three linked pods of a Kubernetes cluster, from the same directory:",
                "    troupe launch --workers 3 --package target/classes --main my.app.Main.play --topology star",
                "  Tab completion for this shell (bash or zsh):",
                "    source <(troupe completion)",
        })
final class Troupe implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(),
                "say what to do, e.g. 'troupe ditask'; 'troupe --help' lists the commands");
    }

    public static void main(String[] args) {
        System.exit(Shell.run(Shell.commandLine(new Troupe()), args));
    }
}
