package dev.troupe.ssh;

import dev.troupe.text.Durations;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds what would keep a machine from joining a cluster.
public final class Doctor {
    private static final int JAVA = 25;
    private static final Pattern LISTENING = Pattern.compile(PortTrial.LISTENING + "([0-9]{1,5})");

    private final RemoteTroupe troupe;
    private final String version;
    private final Optional<HeadAddress> head;
    private final Duration limit;
    private final InstantSource clock;

    /// Examines for the cluster of this head.
    ///
    /// @param version of `troupe` here
    /// @param head `HOST:PORT` where nodes join, if there is one
    /// @param limit for each command on a host
    /// @throws IllegalArgumentException if the address of the head is none
    public Doctor(RemoteTroupe troupe, String version, Optional<String> head, Duration limit) {
        this.troupe = troupe;
        this.version = version;
        this.head = head.map(HeadAddress::of);
        this.limit = limit;
        this.clock = InstantSource.system();
    }

    /// Examines this machine.
    ///
    /// @throws HostException if that is impossible
    public List<Finding> here() throws HostException {
        Facts facts = new Probe(troupe, head, clock).here();
        List<Finding> findings = new ArrayList<>(List.of(Finding.ok("troupe", "troupe " + version)));
        findings.addAll(findings(facts, Stream.of(new JavaCheck(JAVA), new DiskCheck(), new SharedMemoryCheck(), new FileLimitCheck())));
        findings.add(head.flatMap(address -> new HeadCheck(address).of(facts)).orElseGet(Doctor::usualPort));
        return findings;
    }

    private static Finding usualPort() {
        try (ServerSocket _ = new ServerSocket(HeadAddress.USUAL_PORT, 1, InetAddress.getByAddress(new byte[4]))) {
            return Finding.ok("port", "port " + HeadAddress.USUAL_PORT + " is free for a head");
        } catch (IOException e) {
            return Finding.warning("port",
                    "port " + HeadAddress.USUAL_PORT + " is taken by another program: a head started here takes another one; "
                            + "choose it with --port");
        }
    }

    /// Examines hosts over ssh.
    public List<HostReport> on(Ssh ssh, List<Host> hosts, int parallel, Progress progress) {
        return Fleet.onEach(hosts, parallel, host -> {
            HostReport report = examined(ssh, host, progress);
            progress.reached(host, report.end());
            return report;
        });
    }

    private HostReport examined(Ssh ssh, Host host, Progress progress) {
        progress.reached(host, Stage.CONNECTING);
        long began = System.nanoTime();
        try (SshSession session = ssh.connect(host)) {
            Duration took = Duration.ofMillis((System.nanoTime() - began) / 1_000_000);
            progress.reached(host, Stage.CHECKING);
            List<Finding> findings = new ArrayList<>();
            findings.add(Finding.ok("ssh", "connected as " + session.target() + " in " + Durations.text(took)));
            findings.addAll(on(session));
            boolean hasProblem = findings.stream().anyMatch(finding -> finding.verdict() == Finding.Verdict.PROBLEM);
            return new HostReport(host, hasProblem ? Stage.FAILED : Stage.CHECKED, "", List.of(), findings);
        } catch (HostException e) {
            return HostReport.failed(host, "", List.of(), List.of(Finding.problem("ssh", e.getMessage())));
        }
    }

    List<Finding> on(SshSession session) throws HostException {
        Facts facts = new Probe(troupe, head, clock).on(session, limit);
        Facts tried = facts.one("troupe").filter(printed -> printed.startsWith("troupe " + version + " ")).isPresent()
                ? dialled(session, facts)
                : facts;
        return findings(tried, Stream.concat(
                Stream.of(new JavaCheck(JAVA), new VersionCheck(version), new ClockCheck(), new DiskCheck(), new SharedMemoryCheck(),
                        new FileLimitCheck(), new NodePortCheck()),
                head.stream().map(HeadCheck::new)));
    }

    private static List<Finding> findings(Facts facts, Stream<Check> checks) {
        return checks.flatMap(check -> check.of(facts).stream()).toList();
    }

    /// Connects to a port on which `troupe doctor` listens there. Whatever keeps it from listening is found by other checks.
    private Facts dialled(SshSession session, Facts facts) {
        Tail out = new Tail();
        Thread listening = Thread.ofVirtual().name("troupe-doctor").start(() -> {
            try {
                session.run(troupe.command(List.of("doctor", "--listen")), InputStream.nullInputStream(), limit, out);
            } catch (HostException e) {
                // it has not listened, or nobody has come
            } finally {
                out.close();
            }
        });
        try {
            Optional<Integer> port = out.find(LISTENING, limit).map(Integer::parseInt);
            if (port.isEmpty()) {
                return facts;
            }
            Facts tried = facts.with("dialled", PortTrial.dial(session.target().hostName(), port.get()).orElse("ok"));
            listening.join(limit);
            return tried;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return facts;
        }
    }
}
