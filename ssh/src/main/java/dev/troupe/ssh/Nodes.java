package dev.troupe.ssh;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The nodes of a cluster on hosts: starts and stops them over ssh, many at once. What was done before is not done again.
public final class Nodes {
    /// `troupe start` prints a line that begins so if this cluster's node runs on the host.
    static final String ALREADY = "already running";

    private final Ssh ssh;
    private final Terms terms;
    private final Doctor doctor;
    private final Progress progress;

    /// How to work.
    ///
    /// @param parallel how many hosts at once
    /// @param limit for each command on a host
    /// @param install to copy to hosts that lack it
    public record Terms(RemoteTroupe troupe, int parallel, Duration limit, Optional<Distribution> install) {}

    /// What to start.
    ///
    /// @param address of the head, as the hosts reach it
    /// @param token of the cluster, which goes to the standard input of the command
    /// @param options of `troupe start` for all hosts
    public record Start(String address, String token, List<String> options) {
        public Start { options = List.copyOf(options); }

        List<String> words(Host host) {
            List<String> words = new ArrayList<>(List.of("start", "--address", address, "--token-file", "-"));
            words.addAll(options);
            words.addAll(host.terms().startOptions());
            return words;
        }

        /// Without the token, which nobody shall see.
        @Override
        public String toString() {
            return "Start[address=" + address + ", options=" + options + "]";
        }
    }

    /// What to do on a host with which a connection exists.
    private interface Step {
        HostReport on(SshSession session) throws HostException;
    }

    /// Makes it ready; nothing happens yet.
    ///
    /// @param doctor looks at hosts where a node does not start
    public Nodes(Ssh ssh, Terms terms, Doctor doctor, Progress progress) {
        this.ssh = ssh;
        this.terms = terms;
        this.doctor = doctor;
        this.progress = progress;
    }

    /// Starts a node on each host that runs none.
    public List<HostReport> start(List<Host> hosts, Start start) {
        return Fleet.onEach(hosts, terms.parallel(), host -> reported(host, session -> {
            HostReport report = started(host, session, start);
            return report.succeeded() ? report
                    : HostReport.failed(host, report.sentence(), report.words(), complaints(session));
        }));
    }

    /// Stops the node on each host.
    public List<HostReport> stop(List<Host> hosts) {
        return Fleet.onEach(hosts, terms.parallel(), host -> reported(host, session -> {
            progress.reached(host, Stage.STOPPING);
            Outcome outcome = session.run(terms.troupe().command(List.of("stop")), InputStream.nullInputStream(), terms.limit());
            return outcome.succeeded() ? new HostReport(host, Stage.STOPPED) : failed(host, "troupe stop", outcome);
        }));
    }

    private HostReport reported(Host host, Step step) {
        HostReport report;
        progress.reached(host, Stage.CONNECTING);
        try (SshSession session = ssh.connect(host)) {
            report = step.on(session);
        } catch (HostException e) {
            report = HostReport.failed(host, e.getMessage(), List.of(), List.of());
        }
        progress.reached(host, report.end());
        return report;
    }

    private HostReport started(Host host, SshSession session, Start start) {
        try {
            if (terms.install().isPresent()) {
                Installer installer = new Installer(terms.install().get(), terms.troupe(), terms.limit());
                if (!installer.isInstalled(session)) {
                    progress.reached(host, Stage.INSTALLING);
                    Outcome outcome = installer.install(session);
                    if (!outcome.succeeded()) {
                        return HostReport.failed(host, "troupe could not be installed (exit code " + outcome.exitCode() + ")",
                                outcome.words(), List.of());
                    }
                }
            }
            progress.reached(host, Stage.STARTING);
            Outcome outcome = session.run(terms.troupe().command(start.words(host)),
                    new ByteArrayInputStream((start.token().strip() + "\n").getBytes(StandardCharsets.UTF_8)), terms.limit());
            return outcome.succeeded()
                    ? new HostReport(host,
                            outcome.printed().anyMatch(line -> line.startsWith(ALREADY)) ? Stage.ALREADY_RUNNING : Stage.STARTED)
                    : failed(host, "troupe start", outcome);
        } catch (HostException e) {
            return HostReport.failed(host, e.getMessage(), List.of(), List.of());
        }
    }

    private static HostReport failed(Host host, String command, Outcome outcome) {
        return outcome.exitCode() == RemoteTroupe.MISSING
                ? HostReport.failed(host, "troupe is not installed there; --install copies it, and --remote-home says where it is",
                        outcome.words(), List.of())
                : HostReport.failed(host, command + " ended with exit code " + outcome.exitCode(), outcome.words(), List.of());
    }

    /// What is not in order on the host, as far as that can be found out now.
    private List<Finding> complaints(SshSession session) {
        try {
            return session.isOpen()
                    ? doctor.on(session).stream().filter(finding -> finding.verdict() != Finding.Verdict.OK).toList()
                    : List.of();
        } catch (HostException e) {
            return List.of(new Finding("doctor", Finding.Verdict.WARNING, "the host could not be examined: " + e.getMessage()));
        }
    }
}
