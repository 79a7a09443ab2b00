package dev.troupe.cli;

import dev.troupe.jobs.JobsException;
import dev.troupe.ssh.HostException;
import dev.troupe.task.MqType;
import dev.troupe.task.Platform;
import dev.troupe.task.Protocol;
import dev.troupe.task.SettingException;
import dev.troupe.task.Topology;
import dev.troupe.text.EditDistance;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Runs every command of ours. An error is one line on standard error, with exit code 2 if the command line is invalid and 1 for
/// everything else, including standard output that cannot be written. `--debug`, which every command has, adds the stack trace.
final class Shell {
    static final String DEBUG = "--debug";

    private Shell() {}

    /// To be called before anything else of picocli is: it would search all jars for Groovy, which none of our commands uses.
    static void withoutGroovy() {
        System.setProperty("picocli.disable.closures", "true");
    }

    /// Runs the command and ends the process with its exit code. After `--help` the process ends by itself: `System.exit` would first look for a
    /// logger.
    static void main(CommandLine line, String... args) {
        int code = run(line, args);
        ParseResult parsed = called(line).getParseResult();
        if (code != 0 || parsed == null || !parsed.isUsageHelpRequested()) {
            System.exit(code);
        }
    }

    static int run(CommandLine line, String... args) {
        int code = executed(line, args);
        CommandLine command = called(line);
        if (!command.getOut().checkError() && !System.out.checkError()) {
            return code;
        }
        return StandardOutput.failure().map(why -> {
            command.getErr().println(command.getCommandSpec().qualifiedName() + ": standard output cannot be written: " + why);
            return code == 0 ? command.getCommandSpec().exitCodeOnExecutionException() : code;
        }).orElse(code);
    }

    private static int executed(CommandLine line, String... args) {
        try {
            return line.execute(dashed(args));
        } catch (Error e) { // out of memory, or classes are missing
            return report(e, called(line));
        }
    }

    /// The command that ran.
    private static CommandLine called(CommandLine line) {
        var parsed = line.getParseResult();
        return parsed == null || !parsed.hasSubcommand() ? line : called(parsed.subcommand().commandSpec().commandLine());
    }

    static CommandLine commandLine(Object command) {
        return configured(new CommandLine(command), TerminalSize::ofOutput);
    }

    /// Configures a command line that already has all its subcommands.
    ///
    /// @param terminal whose width its help has
    static CommandLine configured(CommandLine line, Supplier<Optional<TerminalSize>> terminal) {
        giveDebug(line);
        WholeWords.keep(line, terminal);
        return line
                .registerConverter(Protocol.class, Protocol::of)
                .registerConverter(Topology.class, Topology::of)
                .registerConverter(MqType.class, MqType::of)
                .registerConverter(Platform.class, Platform::of)
                .registerConverter(OutputFormat.class, OutputFormat::of)
                .registerConverter(Path.class, Shell::path)
                .registerConverter(Duration.class, TypedNumbers::seconds)
                .registerConverter(Integer.class, TypedNumbers::number)
                .registerConverter(int.class, TypedNumbers::number)
                .registerConverter(long.class, TypedNumbers::wholeNumber)
                .registerConverter(double.class, TypedNumbers::fraction)
                .setExecutionStrategy(Shell::runWhole)
                .setParameterExceptionHandler((wrong, _) -> refuse(wrong))
                .setExecutionExceptionHandler((failure, of, _) -> report(failure, of));
    }

    private static void giveDebug(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        boolean passesOn = !spec.unmatchedArgsBindings().isEmpty(); // all options belong to another program
        if (spec.findOption(DEBUG) == null && !passesOn) {
            spec.addOption(OptionSpec.builder(DEBUG).description("Print the stack traces of errors.").build());
        }
        line.getSubcommands().values().forEach(Shell::giveDebug);
    }

    /// Runs the command, unless a list in its options has empty entries, which the parser would silently remove.
    private static int runWhole(ParseResult parsed) {
        for (ParseResult each = parsed; each != null; each = each.hasSubcommand() ? each.subcommand() : null) {
            for (OptionSpec option : each.matchedOptions()) {
                refuseHoles(option, each.commandSpec().commandLine());
            }
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static void refuseHoles(OptionSpec option, CommandLine line) {
        if (",".equals(option.splitRegex())) {
            option.originalStringValues().stream().filter(Shell::hasHole).findFirst().ifPresent(list -> {
                throw new ParameterException(line, option.longestName().replaceFirst("--", "") + " has an empty entry: '" + list
                        + "'; remove the comma or add the missing entry");
            });
        }
    }

    private static boolean hasHole(String list) {
        return Arrays.stream(list.split(",", -1)).anyMatch(String::isBlank);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + text + "' contains characters that file names cannot have in this locale ("
                    + System.getProperty("sun.jnu.encoding") + "); set LC_ALL=C.UTF-8");
        }
    }

    private static int refuse(ParameterException wrong) {
        var line = wrong.getCommandLine();
        line.getErr().println(line.getCommandSpec().qualifiedName() + ": " + sentence(wrong));
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String sentence(ParameterException wrong) {
        return switch (wrong) {
            case UnmatchedArgumentException unknown -> unknown(unknown);
            case ParameterException e when e.getCause() instanceof SettingException ours -> ours.getMessage();
            default -> decapitalised(wrong.getMessage());
        };
    }

    private static String unknown(UnmatchedArgumentException wrong) {
        var word = wrong.getUnmatched().getFirst();
        var suggestion = wrong.getSuggestions().stream().filter(known -> known.startsWith("--"))
                .min(Comparator.comparingInt(known -> EditDistance.between(word, known)))
                .map(known -> "did you mean " + known + "?");
        boolean chooses = !wrong.getCommandLine().getSubcommands().isEmpty();
        String what = word.startsWith("-") ? "unknown option" : chooses ? "unknown command" : "unexpected argument";
        return what + " '" + word + "'; "
                + suggestion.orElse("see '" + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help'");
    }

    private static int report(Throwable failure, CommandLine line) {
        var spec = line.getCommandSpec();
        boolean debugged = isDebugged(line);
        line.getErr().println(spec.qualifiedName() + ": " + sentence(failure, debugged));
        if (debugged) {
            failure.printStackTrace(line.getErr());
        }
        return failure instanceof SettingException ? spec.exitCodeOnInvalidInput() : spec.exitCodeOnExecutionException();
    }

    private static String sentence(Throwable failure, boolean debugged) {
        return switch (failure) {
            case SettingException e -> e.getMessage();
            case JobsException e -> e.getMessage();
            case HostException e -> e.getMessage();
            case UncheckedIOException e -> sentence(e.getCause(), debugged);
            // An error that nobody anticipated is printed as it is.
            default -> failure.getClass().getSimpleName()
                    + Optional.ofNullable(failure.getMessage()).flatMap(message -> message.lines().findFirst()).map(": "::concat).orElse("")
                    + (debugged ? "" : "; " + DEBUG + " prints the stack trace");
        };
    }

    private static boolean isDebugged(CommandLine line) {
        var parsed = line.getParseResult();
        return (parsed != null && parsed.hasMatchedOption(DEBUG)) || (line.getParent() != null && isDebugged(line.getParent()));
    }

    private static String decapitalised(String message) {
        return message.isEmpty() ? message : Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }

    /// DI-engine spells its options with underscores; scripts written for it keep working.
    private static String[] dashed(String[] args) {
        var end = Arrays.asList(args).indexOf("--");
        var dashed = args.clone();
        for (int i = 0; i < (end < 0 ? args.length : end); i++) {
            if (!args[i].startsWith("--")) continue;
            var equals = args[i].indexOf('=');
            var name = equals < 0 ? args[i] : args[i].substring(0, equals);
            dashed[i] = name.replace('_', '-') + args[i].substring(name.length());
        }
        return dashed;
    }
}
