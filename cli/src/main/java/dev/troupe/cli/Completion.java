package dev.troupe.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;

/// Prints a completion script for `troupe` and `ditask`.
@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh.",
        footer = {
                "",
                "Examples:",
                "  Complete commands in this shell:",
                "    source <(troupe completion)",
                "  Complete commands in every new bash:",
                "    troupe completion > ~/.local/share/bash-completion/completions/troupe",
        })
final class Completion extends ShellCommand implements Runnable {
    @Override
    public void run() {
        var out = out();
        out.println(AutoComplete.bash("troupe", Troupe.complete()));
        out.println(AutoComplete.bash("ditask", Shell.commandLine(new Ditask())));
        out.flush();
    }
}
