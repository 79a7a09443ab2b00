package dev.troupe.cli;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// The `troupe` command. Its subcommands do the work.
@Command(
        name = "troupe",
        description = "Run a Java main in one process, in many, on many servers or on Kubernetes.",
        footer = {
                "",
                "Examples:",
                "  Watch four processes learn to balance a pole:",
                "    troupe demo",
                "  Run two linked processes on this machine, from a directory of classes:",
                "    troupe ditask --package target/classes --main my.app.Main.play --parallel-workers 2",
                "  Run three linked pods in a Kubernetes cluster, from the same directory:",
                "    troupe launch --workers 3 --package target/classes --main my.app.Main.play --topology star",
                "  Turn on tab completion in this shell (bash or zsh):",
                "    source <(troupe completion)",
        })
final class Troupe extends ShellCommand implements Runnable {
    private static final List<Class<?>> COMMANDS = List.of(Demo.class, Ditask.class, Start.class, Stop.class, Status.class, Up.class,
            Down.class, DoctorCommand.class,
            Launch.class, Submit.class,
            Get.class, Logs.class, Kill.class, Describe.class, OperatorCommand.class, Completion.class, Fetch.class);

    @Override
    public void run() {
        spec().commandLine().usage(out());
    }

    /// With all commands.
    static CommandLine complete() {
        return complete(TerminalSize::ofOutput);
    }

    /// With all commands, whose help fits into this terminal.
    static CommandLine complete(Supplier<Optional<TerminalSize>> terminal) {
        return line(_ -> true, terminal);
    }

    /// With the command that is called. The other commands have only the description that `--help` shows, because reading all of them takes longer than most
    /// commands.
    static CommandLine line(String... args) {
        String called = Stream.of(args).filter(arg -> !arg.startsWith("-")).findFirst().orElse("");
        return line(called::equals, TerminalSize::ofOutput);
    }

    private static CommandLine line(Predicate<String> needed, Supplier<Optional<TerminalSize>> terminal) {
        CommandLine line = new CommandLine(new Troupe());
        for (Class<?> type : COMMANDS) {
            Command command = type.getAnnotation(Command.class);
            if (needed.test(command.name())) {
                line.addSubcommand(new CommandLine(type));
            } else {
                CommandSpec mention = CommandSpec.create().name(command.name());
                mention.usageMessage().description(command.description()).hidden(command.hidden());
                line.addSubcommand(command.name(), mention);
            }
        }
        return Shell.configured(line, terminal);
    }

    public static void main(String[] args) {
        Shell.withoutGroovy();
        Shell.main(line(args), args);
    }
}
