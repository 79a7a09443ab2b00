package dev.troupe.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// The `status` command.
@Command(
        name = "status",
        description = "Show the nodes of the cluster, what they offer, and why work waits.",
        footer = {
                "",
                "Example:",
                "    troupe status",
        })
final class Status extends ShellCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException, InterruptedException {
        return new ProcessBuilder(RuntimeJvm.command(List.of("-Xmx128m"), "dev.troupe.runtime.StatusMain", List.of())).inheritIO().start()
                .waitFor();
    }
}
