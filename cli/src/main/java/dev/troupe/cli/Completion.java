package dev.troupe.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Prints a completion script for `troupe` and `ditask`.
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Print a completion script for bash and zsh.",
        footer = {
                "",
                "Examples:",
                "  Complete commands in this shell:",
                "    source <(troupe completion)",
                "  Complete commands in every new bash:",
                "    troupe completion > ~/.local/share/bash-completion/completions/troupe",
        })
final class Completion implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        var out = spec.commandLine().getOut();
        out.println(AutoComplete.bash("troupe", Troupe.complete()));
        out.println(AutoComplete.bash("ditask", Shell.commandLine(new Ditask())));
        out.flush();
    }
}
