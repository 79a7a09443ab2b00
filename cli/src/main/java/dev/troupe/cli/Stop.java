package dev.troupe.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The `stop` command.
@Command(
        name = "stop",
        description = "Stop the nodes and the head that you started on this machine.",
        sortOptions = false,
        footer = {
                "",
                "Example:",
                "    troupe stop",
        })
final class Stop extends ShellCommand implements Callable<Integer> {
    @Option(names = "--force", description = "Kill the processes at once, without giving their work time to end.")
    private boolean force;

    @Option(names = "--grace", paramLabel = "SECONDS",
            description = "Kill processes that have not ended after this many seconds. Default: ${DEFAULT-VALUE}.")
    private int graceSeconds = 15;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<RunningNodes.Running> nodes = RunningNodes.ofThisUser().all();
        if (nodes.isEmpty()) {
            out().println("no node of yours runs here");
        }
        for (RunningNodes.Running node : nodes) {
            boolean inOrder = stop(node, force, Duration.ofSeconds(graceSeconds));
            out().println((node.head() ? "head at " + node.address() : "node of " + node.address()) + ", process " + node.process().pid()
                    + (inOrder ? ": stopped" : ": killed"));
            out().flush();
        }
        return 0;
    }

    /// Returns false if it had to be killed.
    static boolean stop(RunningNodes.Running node, boolean force, Duration grace) throws InterruptedException {
        if (!force) {
            node.process().destroy();
            if (ended(node.process(), grace)) {
                return true;
            }
        }
        node.process().destroyForcibly();
        ended(node.process(), grace);
        return false;
    }

    private static boolean ended(ProcessHandle process, Duration within) throws InterruptedException {
        try {
            process.onExit().get(within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
