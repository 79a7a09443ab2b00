package dev.troupe.cli;

import dev.troupe.ssh.Doctor;
import dev.troupe.ssh.Host;
import dev.troupe.ssh.HostException;
import dev.troupe.ssh.HostReport;
import dev.troupe.ssh.LocalCluster;
import dev.troupe.ssh.Nodes;
import dev.troupe.ssh.Ssh;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// The `down` command, which stops a cluster on many hosts.
@Command(
        name = "down",
        description = "Stop the node on every host of a file, in parallel over ssh, and then the head here.",
        sortOptions = false,
        footer = {
                "",
                "Examples:",
                "  Stop what troupe up has started:",
                "    troupe down workers.txt",
                "  Give the work on the nodes more time to end:",
                "    troupe down workers.txt --timeout 300",
        })
final class Down extends HostCommand {
    @Parameters(index = "0", paramLabel = "HOSTS", description = "The file with the hosts.")
    private Path file;

    Down() {
        this(LocalCluster::ofThisUser, TerminalSize::ofOutput);
    }

    Down(Supplier<LocalCluster> cluster, Supplier<Optional<TerminalSize>> terminal) {
        super(cluster, terminal);
    }

    @Override
    public Integer call() throws HostException {
        Optional<List<Host>> hosts = hosts(file);
        if (hosts.isEmpty()) {
            return spec().exitCodeOnInvalidInput();
        }
        Nodes.Terms terms = new Nodes.Terms(ssh.troupe(), ssh.parallel(), ssh.timeout(), Optional.empty());
        try (Ssh connections = ssh.ssh()) {
            HostBoard board = board(hosts.get());
            Doctor doctor = new Doctor(terms.troupe(), Version.number(), Optional.empty(), terms.limit());
            List<HostReport> reports = new Nodes(connections, terms, doctor, board).stop(hosts.get());
            board.end();
            reports(true).failures(spec().qualifiedName(), reports);
            stopHead();
            return reports.stream().allMatch(HostReport::succeeded) ? 0 : spec().exitCodeOnExecutionException();
        }
    }

    private void stopHead() throws HostException {
        LocalCluster cluster = cluster();
        Optional<LocalCluster.Head> running = cluster.running();
        if (running.isPresent()) {
            cluster.stop();
        }
        out().println(running.map(head -> "head at " + head.address() + ": stopped").orElse("no head of yours runs here"));
        out().flush();
    }
}
