package dev.troupe.cli;

import dev.troupe.ssh.Host;
import dev.troupe.ssh.HostsFile;
import dev.troupe.ssh.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;

/// What commands for hosts have in common.
abstract class HostCommand extends ShellCommand implements Callable<Integer> {
    private final Supplier<LocalCluster> cluster;
    final Supplier<Optional<TerminalSize>> terminal;

    @Mixin
    final SshOptions ssh = new SshOptions();

    HostCommand(Supplier<LocalCluster> cluster, Supplier<Optional<TerminalSize>> terminal) {
        this.cluster = cluster;
        this.terminal = terminal;
    }

    LocalCluster cluster() {
        return cluster.get();
    }

    /// Empty if the file has problems, which are printed.
    Optional<List<Host>> hosts(Path file) {
        try {
            return Optional.of(HostsFile.read(file));
        } catch (HostsFile.Problems e) {
            e.getMessage().lines().forEach(problem -> err().println(spec().qualifiedName() + ": " + problem));
            return Optional.empty();
        }
    }

    HostBoard board(List<Host> hosts) {
        return new HostBoard(out(), terminal, System::nanoTime, hosts);
    }

    HostReports reports(boolean onError) {
        return new HostReports(onError ? err() : out(), terminal.get());
    }

    static String token(LocalCluster.Head head) throws dev.troupe.ssh.HostException {
        try {
            return Files.readString(head.tokenFile()).strip();
        } catch (IOException e) {
            throw new dev.troupe.ssh.HostException("the token of the cluster, " + head.tokenFile() + ", cannot be read: " + e.getMessage(),
                    e);
        }
    }
}
