package dev.troupe.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nodes on three real sshds with a troupe that only remembers what it was asked.
final class NodesTest {
    private static final String VERSION = "1.2.3";
    private static final List<String> ADDRESSES = List.of("127.0.0.2", "127.0.0.3", "127.0.0.4");
    private static final String TOKEN = "a token that nobody may see";

    @TempDir
    private Path home;
    private final List<SshServer> servers = new ArrayList<>();
    private final List<String> progress = new CopyOnWriteArrayList<>();
    private SshUser user;
    private FakeTroupe troupe;

    @BeforeEach
    void start() throws IOException {
        for (String address : ADDRESSES) {
            servers.add(SshServer.start(address, home.resolve("server-" + address)));
        }
        user = new SshUser(home);
        for (SshServer server : servers) {
            user.meet(server);
        }
        troupe = new FakeTroupe(home.resolve("a folder/it's troupe"), home.resolve("states"), VERSION);
    }

    @AfterEach
    void stop() {
        servers.forEach(SshServer::close);
    }

    private List<Host> hosts() {
        return servers.stream().map(server -> Host.of(server.address() + ":" + server.port())).toList();
    }

    private Nodes nodes(Ssh ssh, Path remoteHome, Optional<Distribution> install) {
        RemoteTroupe remote = new RemoteTroupe(remoteHome.toString(), Optional.of("/opt/jdk"));
        return new Nodes(ssh, new Nodes.Terms(remote, 2, Duration.ofSeconds(60), install),
                new Doctor(new RemoteTroupe(remoteHome.toString(), Optional.empty()), VERSION, Optional.of("127.0.0.1:1"),
                        Duration.ofSeconds(60)),
                (host, stage) -> progress.add(host.name() + " " + stage));
    }

    private List<HostReport> up(List<Host> hosts, String... options) throws HostException {
        try (Ssh ssh = Ssh.with(user.settings())) {
            return nodes(ssh, troupe.home(), Optional.empty()).start(hosts, new Nodes.Start("10.0.0.1:6379", TOKEN, List.of(options)));
        }
    }

    private List<HostReport> install(Path remoteHome, Path archive) throws HostException {
        try (Ssh ssh = Ssh.with(user.settings())) {
            return nodes(ssh, remoteHome, Optional.of(new Distribution(archive, VERSION, false)))
                    .start(hosts().subList(0, 1), new Nodes.Start("10.0.0.1:6379", TOKEN, List.of()));
        }
    }

    private static List<Stage> ends(List<HostReport> reports) {
        return reports.stream().map(HostReport::end).toList();
    }

    @Test
    void everyHostGetsANodeWithTheTokenOnItsInput() throws Exception {
        List<Host> hosts = new ArrayList<>(hosts());
        hosts.set(1, Host.of(hosts.get(1).toString(), NodeTerms.of(List.of("cpus=8", "labels=zone=a", "resources=fpga=2"))));
        assertEquals(List.of(Stage.STARTED, Stage.STARTED, Stage.STARTED), ends(up(hosts, "--temp-dir", "/a 'b' $c")));
        assertEquals(List.of("start --address 10.0.0.1:6379 --token-file - --temp-dir /a 'b' $c java=/opt/jdk"), troupe.calls("127.0.0.2"));
        assertEquals(List.of("start --address 10.0.0.1:6379 --token-file - --temp-dir /a 'b' $c --num-cpus 8 --labels zone=a --resources "
                + "{\"fpga\":2} java=/opt/jdk"), troupe.calls("127.0.0.3"));
        for (String address : ADDRESSES) {
            assertEquals(TOKEN + "\n", troupe.input(address));
            assertTrue(troupe.runs(address));
            assertTrue(progress.containsAll(List.of(address + " connecting", address + " starting", address + " started")),
                    progress::toString);
        }
    }

    @Test
    void whoRunsIsLeftAloneAndWhoDiedIsStarted() throws Exception {
        up(hosts());
        troupe.die("127.0.0.3");
        assertEquals(List.of(Stage.ALREADY_RUNNING, Stage.STARTED, Stage.ALREADY_RUNNING), ends(up(hosts())));
    }

    @Test
    void aHostThatFailsIsReportedInItsOwnWordsAndExamined() throws Exception {
        troupe.first("127.0.0.3", "start", "echo \"port 6379 \u001b[31mis taken\" >&2; exit 3");
        List<HostReport> reports = up(hosts());
        assertEquals(List.of(Stage.STARTED, Stage.FAILED, Stage.STARTED), ends(reports));
        HostReport failed = reports.get(1);
        assertEquals("troupe start ended with exit code 3", failed.sentence());
        assertEquals(List.of("port 6379 [31mis taken"), failed.words());
        assertTrue(failed.findings().stream().anyMatch(finding -> finding.check().equals("to head")
                && finding.verdict() == Finding.Verdict.PROBLEM && finding.sentence().contains("127.0.0.1:1 (Connection refused)")),
                failed.findings()::toString);
        assertTrue(failed.findings().stream().noneMatch(finding -> finding.verdict() == Finding.Verdict.OK), failed.findings()::toString);
    }

    @Test
    void oneHostThatCannotBeReachedDoesNotKeepTheOthersWaiting() throws Exception {
        servers.get(1).close();
        servers.get(2).makeHostKey("ed25519");
        servers.get(2).restart();
        List<HostReport> reports = up(hosts());
        assertEquals(List.of(Stage.STARTED, Stage.FAILED, Stage.FAILED), ends(reports));
        assertTrue(reports.get(1).sentence().startsWith("connection refused by 127.0.0.3 port "), reports.get(1).sentence());
        assertTrue(reports.get(2).sentence().startsWith("THE KEY OF "), reports.get(2).sentence());
        assertEquals(List.of(), troupe.calls("127.0.0.4"));
    }

    @Test
    void aHostWithoutTroupeIsToldApart() throws Exception {
        try (Ssh ssh = Ssh.with(user.settings())) {
            HostReport report = nodes(ssh, home.resolve("nothing"), Optional.empty())
                    .start(hosts().subList(0, 1), new Nodes.Start("10.0.0.1:6379", TOKEN, List.of())).getFirst();
            assertEquals("troupe is not installed there; --install copies it, and --remote-home says where it is", report.sentence());
            assertEquals(List.of("there is no troupe in " + home.resolve("nothing") + " or on the PATH"), report.words());
        }
    }

    @Test
    void aCommandThatHangsIsGivenUpAndItsHostExamined() throws Exception {
        troupe.first("127.0.0.2", "start", "echo half done; exec sleep 30");
        try (Ssh ssh = Ssh.with(user.settings())) {
            RemoteTroupe remote = new RemoteTroupe(troupe.home().toString(), Optional.empty());
            Doctor doctor = new Doctor(remote, VERSION, Optional.empty(), Duration.ofSeconds(60));
            HostReport report = new Nodes(ssh, new Nodes.Terms(remote, 1, Duration.ofSeconds(1), Optional.empty()), doctor, (_, _) -> {})
                    .start(hosts().subList(0, 1), new Nodes.Start("10.0.0.1:6379", TOKEN, List.of())).getFirst();
            assertEquals("no end after 1 s; raise the limit with --timeout; it printed last: half done", report.sentence());
        }
    }

    @Test
    void stoppingStopsAll() throws Exception {
        up(hosts());
        troupe.first("127.0.0.4", "stop", "echo busy >&2; exit 1");
        try (Ssh ssh = Ssh.with(user.settings())) {
            List<HostReport> reports = nodes(ssh, troupe.home(), Optional.empty()).stop(hosts());
            assertEquals(List.of(Stage.STOPPED, Stage.STOPPED, Stage.FAILED), ends(reports));
            assertEquals(List.of("busy"), reports.getLast().words());
        }
        assertEquals(List.of(false, false, true), ADDRESSES.stream().map(troupe::runs).toList());
    }

    private Path archive(String version) throws IOException {
        Path folder = home.resolve("packed/troupe-" + version);
        new FakeTroupe(folder, home.resolve("states"), version);
        Files.writeString(folder.resolve("version"), version);
        Path archive = home.resolve("troupe-" + version + ".tar.gz");
        SshServer.run(List.of("tar", "-C", folder.getParent().toString(), "-czf", archive.toString(), folder.getFileName().toString()));
        return archive;
    }

    @Test
    void theDistributionIsCopiedToHostsThatLackThisVersion() throws Exception {
        Path remote = home.resolve("opt/it's there");
        assertEquals(List.of(Stage.STARTED), ends(install(remote, archive(VERSION))));
        assertTrue(progress.contains("127.0.0.2 installing"), progress::toString);
        assertEquals(VERSION, Files.readString(remote.resolve("version")));

        progress.clear();
        assertEquals(List.of(Stage.ALREADY_RUNNING), ends(install(remote, archive(VERSION))));
        assertFalse(progress.contains("127.0.0.2 installing"), progress::toString);

        new FakeTroupe(remote, home.resolve("states"), "1.0.0"); // an older one
        Files.writeString(remote.resolve("rest"), "of the old one");
        assertEquals(List.of(Stage.ALREADY_RUNNING), ends(install(remote, archive(VERSION))));
        assertTrue(progress.contains("127.0.0.2 installing"), progress::toString);
        assertFalse(Files.exists(remote.resolve("rest")));
        try (Stream<Path> left = Files.list(remote.getParent())) {
            assertEquals(List.of(remote), left.toList());
        }
    }

    @Test
    void whatIsNoInstallationIsNotReplaced() throws Exception {
        Path remote = Files.createDirectories(home.resolve("documents"));
        Files.writeString(remote.resolve("thesis"), "all of it");
        HostReport report = install(remote, archive(VERSION)).getFirst();
        assertEquals("troupe could not be installed (exit code 1)", report.sentence());
        assertEquals(List.of(remote + " exists, but it is no installation of troupe; choose another folder with --remote-home"),
                report.words());
        assertEquals("all of it", Files.readString(remote.resolve("thesis")));
    }

    @Test
    void aCopyThatDoesNotStartIsReported() throws Exception {
        troupe.first("127.0.0.2", "--version", "echo 'troupe: no JDK 25 anywhere' >&2; exit 1");
        HostReport report = install(home.resolve("opt"), archive(VERSION)).getFirst();
        assertEquals("troupe could not be installed (exit code 1)", report.sentence());
        assertEquals(List.of("troupe: no JDK 25 anywhere"), report.words());

        Path rubbish = Files.writeString(home.resolve("rubbish.tar.gz"), "this is no archive");
        report = install(home.resolve("other"), rubbish).getFirst();
        assertEquals(Stage.FAILED, report.end());
        assertTrue(report.words().toString().contains("gzip"), report.words()::toString);
        assertFalse(Files.exists(home.resolve("other")));
    }

    @Test
    void theDoctorExaminesHosts() throws Exception {
        servers.get(2).close();
        try (ServerSocket head = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()); Ssh ssh = Ssh.with(user.settings())) {
            RemoteTroupe remote = new RemoteTroupe(troupe.home().toString(), Optional.of(System.getProperty("java.home")));
            Doctor doctor = new Doctor(remote, VERSION, Optional.of("127.0.0.1:" + head.getLocalPort()), Duration.ofSeconds(60));
            List<HostReport> reports = doctor.on(ssh, hosts(), 32, (host, stage) -> progress.add(host.name() + " " + stage));
            for (HostReport report : reports.subList(0, 2)) {
                assertEquals(List.of("ssh", "java", "troupe", "clock", "disk", "memory", "files", "to node", "to head"),
                        report.findings().stream().map(Finding::check).toList());
                assertTrue(report.findings().stream().filter(finding -> !List.of("disk", "memory", "files").contains(finding.check()))
                        .allMatch(finding -> finding.verdict() == Finding.Verdict.OK), report.findings()::toString);
            }
            assertEquals(Stage.FAILED, reports.getLast().end());
            assertTrue(reports.getLast().findings().getFirst().sentence().startsWith("connection refused by 127.0.0.4"));
            assertTrue(progress.contains("127.0.0.2 checking"), progress::toString);
        }
    }

    @Test
    void aHostThatRunsNoCommandsIsReported() throws Exception {
        try (SshServer closed = SshServer.start("127.0.0.5", home.resolve("closed"), "ForceCommand echo 'This account is closed.'; exit 1");
                Ssh ssh = Ssh.with(user.settings(true))) {
            closed.authorise(user.publicKey());
            Doctor doctor = new Doctor(new RemoteTroupe("troupe", Optional.empty()), VERSION, Optional.empty(), Duration.ofSeconds(60));
            HostReport report = doctor.on(ssh, List.of(Host.of("127.0.0.5:" + closed.port())), 1, (_, _) -> {}).getFirst();
            assertEquals(List.of("it runs no commands (exit code 1): This account is closed."),
                    report.findings().stream().map(Finding::sentence).toList());
        }
    }
}
