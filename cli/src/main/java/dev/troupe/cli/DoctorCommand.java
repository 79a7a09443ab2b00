package dev.troupe.cli;

import dev.troupe.ssh.Doctor;
import dev.troupe.ssh.Finding;
import dev.troupe.ssh.Host;
import dev.troupe.ssh.HostException;
import dev.troupe.ssh.HostReport;
import dev.troupe.ssh.LocalCluster;
import dev.troupe.ssh.PortTrial;
import dev.troupe.ssh.Progress;
import dev.troupe.ssh.Ssh;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The `doctor` command, which finds what keeps machines from joining a cluster.
@Command(
        name = "doctor",
        description = "Find out what would keep this machine, or hosts over ssh, from joining a cluster: Java, ports, clock, disk, shared memory, "
                + "file limits, version.",
        sortOptions = false,
        footer = {
                "",
                "Examples:",
                "  Examine this machine:",
                "    troupe doctor",
                "  Examine two hosts, and whether they reach the head:",
                "    troupe doctor 172.31.27.16 ubuntu@172.31.29.173 --head-address 172.31.27.10:6379",
        })
final class DoctorCommand extends HostCommand {
    @Parameters(paramLabel = "HOST", description = "Hosts to examine; this machine if none is given.")
    private List<String> names = List.of();

    @Option(names = "--head-address", paramLabel = "HOST:PORT",
            description = "The head to reach; otherwise the one that runs here, if any.")
    private Optional<String> headAddress = Optional.empty();

    @Option(names = "--listen", hidden = true, description = "Listen on a port until somebody connects, for a trial from another machine.")
    private boolean listen;

    DoctorCommand() {
        this(LocalCluster::ofThisUser, TerminalSize::ofOutput);
    }

    DoctorCommand(Supplier<LocalCluster> cluster, Supplier<Optional<TerminalSize>> terminal) {
        super(cluster, terminal);
    }

    @Override
    public Integer call() throws HostException, IOException {
        if (listen) {
            PortTrial.listen(out());
            return 0;
        }
        Doctor doctor = doctor();
        if (!names.isEmpty()) {
            return elsewhere(doctor);
        }
        List<Finding> findings = doctor.here();
        reports(false).findings("this machine", findings);
        return code(findings);
    }

    private Doctor doctor() throws HostException {
        Optional<String> head = headAddress.isPresent() ? headAddress : cluster().running().map(LocalCluster.Head::address);
        try {
            return new Doctor(ssh.troupe(), Version.number(), head, ssh.timeout());
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage(), e);
        }
    }

    private int elsewhere(Doctor doctor) throws HostException {
        List<Host> hosts = new ArrayList<>();
        for (String name : names) {
            try {
                hosts.add(Host.of(name));
            } catch (IllegalArgumentException e) {
                throw wrong(e.getMessage(), e);
            }
        }
        HostBoard board = board(hosts);
        Progress progress = board.isDrawn() ? board : (_, _) -> {};
        List<HostReport> reports;
        try (Ssh connections = ssh.ssh()) {
            reports = doctor.on(connections, hosts, ssh.parallel(), progress);
        }
        HostReports printed = reports(false);
        reports.forEach(report -> printed.findings(report.host().toString(), report.findings()));
        return reports.stream().mapToInt(report -> code(report.findings())).max().orElseThrow();
    }

    private int code(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.verdict() == Finding.Verdict.PROBLEM) ? spec().exitCodeOnExecutionException()
                : 0;
    }
}
