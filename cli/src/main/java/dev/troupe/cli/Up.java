package dev.troupe.cli;

import dev.troupe.ssh.Distribution;
import dev.troupe.ssh.Doctor;
import dev.troupe.ssh.Host;
import dev.troupe.ssh.HostException;
import dev.troupe.ssh.HostReport;
import dev.troupe.ssh.LocalCluster;
import dev.troupe.ssh.Nodes;
import dev.troupe.ssh.Ssh;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The `up` command, which starts a cluster on many hosts.
@Command(
        name = "up",
        description = "Start a head here and a node on every host of a file, in parallel over ssh. Hosts that already run a node are left alone.",
        sortOptions = false,
        footer = {
                "",
                "The file has one host in each line, and what its node offers if it shall not be detected:",
                "    172.31.27.16",
                "    ubuntu@172.31.29.173:2222  cpus=8 gpus=1 memory=16g labels=zone=a",
                "    [fd00::7]                  resources=fpga=2  # a comment",
                "",
                "Examples:",
                "  Start the nodes, and copy troupe to hosts that lack it:",
                "    troupe up workers.txt --install",
                "  Give options of troupe start to all nodes:",
                "    troupe up workers.txt -- --temp-dir /scratch",
        })
final class Up extends HostCommand {
    @Parameters(index = "0", paramLabel = "HOSTS", description = "The file with the hosts.")
    private Path file;

    @Parameters(index = "1..*", paramLabel = "OPTION", description = "After --: options of troupe start for all nodes.")
    private List<String> startOptions = List.of();

    @Option(names = "--head-address", paramLabel = "HOST[:PORT]",
            description = "Where the hosts reach the head on this machine; otherwise the head says so.")
    private Optional<String> headAddress = Optional.empty();

    @Option(names = "--install", description = "Copy this distribution to hosts that lack this version, and check that it starts there.")
    private boolean install;

    Up() {
        this(LocalCluster::ofThisUser, TerminalSize::ofOutput);
    }

    Up(Supplier<LocalCluster> cluster, Supplier<Optional<TerminalSize>> terminal) {
        super(cluster, terminal);
    }

    @Override
    public Integer call() throws HostException, IOException {
        Optional<List<Host>> hosts = hosts(file);
        if (hosts.isEmpty()) {
            return spec().exitCodeOnInvalidInput();
        }
        var troupe = ssh.troupe();
        int parallel = ssh.parallel();
        var timeout = ssh.timeout();
        try (Distributed copied = new Distributed(install ? Optional.of(distribution()) : Optional.empty()); Ssh connections = ssh.ssh()) {
            LocalCluster.Head head = head();
            String address = headAddress.map(wanted -> reachable(wanted, head.address())).orElse(head.address());
            Doctor doctor = new Doctor(troupe, Version.number(), Optional.of(address), timeout);
            HostBoard board = board(hosts.get());
            List<HostReport> reports = new Nodes(connections, new Nodes.Terms(troupe, parallel, timeout, copied.distribution()), doctor,
                    board)
                    .start(hosts.get(), new Nodes.Start(address, token(head), startOptions));
            board.end();
            reports(true).failures(spec().qualifiedName(), reports);
            return reports.stream().allMatch(HostReport::succeeded) ? 0 : spec().exitCodeOnExecutionException();
        }
    }

    private LocalCluster.Head head() throws HostException {
        LocalCluster cluster = cluster();
        Optional<LocalCluster.Head> running = cluster.running();
        LocalCluster.Head head = running.isPresent() ? running.get() : cluster.start(headAddress);
        out().println("head at " + head.address() + (running.isPresent() ? ": already running" : ": started"));
        out().flush();
        return head;
    }

    /// The host that was asked for, with the port of the head unless a port was asked for, too.
    static String reachable(String wanted, String address) {
        boolean hasPort = wanted.startsWith("[") ? wanted.contains("]:")
                : wanted.indexOf(':') >= 0 && wanted.indexOf(':') == wanted.lastIndexOf(':');
        String host = wanted.contains(":") && !wanted.startsWith("[") && !hasPort ? "[" + wanted + "]" : wanted;
        return hasPort ? wanted : host + address.substring(address.lastIndexOf(':'));
    }

    private Distribution distribution() throws HostException {
        String home = System.getProperty("troupe.home");
        if (home == null) {
            throw new HostException("--install does not know where troupe is installed here; start the command with bin/troupe");
        }
        return Distribution.of(Path.of(home), Version.number());
    }

    /// Removes the archive in the end, if one was made.
    private record Distributed(Optional<Distribution> distribution) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            if (distribution.isPresent()) {
                distribution.get().close();
            }
        }
    }
}
