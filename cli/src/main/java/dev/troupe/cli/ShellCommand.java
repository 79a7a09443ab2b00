package dev.troupe.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What all commands have in common: `--help`, `--version`, and where they print.
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class ShellCommand {
    @Spec
    private CommandSpec spec;

    CommandSpec spec() {
        return spec;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /// An error in the command line.
    ///
    /// @param sentence for the user, with the next step
    ParameterException wrong(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    /// An error in the command line.
    ParameterException wrong(String sentence, Throwable cause) {
        return new ParameterException(spec.commandLine(), sentence, cause);
    }
}
