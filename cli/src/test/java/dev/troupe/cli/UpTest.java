package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.ssh.FakeTroupe;
import dev.troupe.ssh.SshServer;
import dev.troupe.ssh.SshUser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `troupe up`, `down` and `doctor` with three real sshds.
final class UpTest {
    private static final List<String> ADDRESSES = List.of("127.0.0.2", "127.0.0.3", "127.0.0.4");

    @TempDir
    private Path home;
    private final List<SshServer> servers = new ArrayList<>();
    private Path file;
    private SshUser user;
    private FakeTroupe troupe;
    private FakeCluster cluster;

    @BeforeEach
    void start() throws IOException {
        for (String address : ADDRESSES) {
            servers.add(SshServer.start(address, home.resolve("server-" + address)));
        }
        user = new SshUser(home);
        user.configure("IdentityFile " + user.key() + "\nIdentityAgent none\nUserKnownHostsFile " + user.knownHosts() + "\n");
        for (SshServer server : servers) {
            user.meet(server);
        }
        troupe = new FakeTroupe(home.resolve("troupe"), home.resolve("states"), Version.number());
        cluster = new FakeCluster(Files.writeString(home.resolve("token"), "the token\n"));
        file = Files.write(home.resolve("hosts.txt"), servers.stream().map(UpTest::name).toList());
    }

    @AfterEach
    void stop() {
        servers.forEach(SshServer::close);
    }

    private static String name(SshServer server) {
        return server.address() + ":" + server.port();
    }

    private Said said(HostCommand command, Stream<String> first, String... options) {
        return Said.by(command, Stream.concat(Stream.concat(first, Stream.of("--ssh-config", user.config().toString(), "--remote-home",
                troupe.home().toString())), Stream.of(options)).toArray(String[]::new));
    }

    private Said up(String... options) {
        return said(new Up(() -> cluster, Optional::empty), Stream.of(file.toString()), options);
    }

    private Said down(String... options) {
        return said(new Down(() -> cluster, Optional::empty), Stream.of(file.toString()), options);
    }

    private Said doctor(List<String> hosts, String... options) {
        return said(new DoctorCommand(() -> cluster, Optional::empty), hosts.stream(), options);
    }

    private static Set<String> lines(String text) {
        return text.lines().collect(Collectors.toSet());
    }

    @Test
    void aClusterGoesUpAndDown() throws Exception {
        Said first = up();
        assertEquals(0, first.exitCode(), first::toString);
        assertEquals("head at 10.0.0.1:6379: started", first.out().lines().findFirst().orElseThrow());
        assertEquals("3 hosts: 3 started", first.out().lines().toList().getLast());
        assertTrue(lines(first.out()).containsAll(servers.stream().map(server -> name(server) + ": started").toList()), first::toString);
        assertEquals("the token\n", troupe.input("127.0.0.3"));
        assertEquals(List.of("start --address 10.0.0.1:6379 --token-file - java="), troupe.calls("127.0.0.3"));

        troupe.die("127.0.0.4");
        Said second = up();
        assertEquals(0, second.exitCode(), second::toString);
        assertEquals("head at 10.0.0.1:6379: already running", second.out().lines().findFirst().orElseThrow());
        assertEquals("3 hosts: 1 started, 2 already running", second.out().lines().toList().getLast());

        Said last = down();
        assertEquals(0, last.exitCode(), last::toString);
        assertEquals(List.of("3 hosts: 3 stopped", "head at 10.0.0.1:6379: stopped"), last.out().lines().skip(3).toList());
        assertTrue(ADDRESSES.stream().noneMatch(troupe::runs));
        assertEquals(Optional.empty(), cluster.running());
        assertEquals("no head of yours runs here", down().out().lines().toList().getLast());
    }

    @Test
    void failuresAreListedAtTheEndWithTheHostsOwnError() throws Exception {
        troupe.first("127.0.0.2", "start", "echo 'the disk is full' >&2; exit 5");
        servers.get(2).close();
        Said up = up("--head-address", "127.0.0.1:1");
        assertEquals(1, up.exitCode());
        assertEquals("3 hosts: 1 started, 2 failed", up.out().lines().toList().getLast());
        List<String> said = up.err().lines().toList();
        assertEquals("up: " + name(servers.get(0)) + ": troupe start ended with exit code 5", said.get(0));
        assertEquals("    the disk is full", said.get(1));
        assertTrue(said.get(2).matches("    doctor: (warning|problem) .*"), up::err);
        assertTrue(up.err().contains("does not reach the head at 127.0.0.1:1 (Connection refused)"), up::err);
        assertTrue(said.getLast().startsWith("up: " + name(servers.get(2)) + ": connection refused by 127.0.0.4 port "), up::err);

        troupe.first("127.0.0.3", "stop", "exit 4");
        Said down = down();
        assertEquals(1, down.exitCode());
        assertTrue(down.err().contains("down: " + name(servers.get(1)) + ": troupe stop ended with exit code 4"), down::err);
        assertEquals(Optional.empty(), cluster.running());
    }

    @Test
    void keysOfNewHostsAreAcceptedOnlyWhenAsked() throws Exception {
        Files.delete(user.knownHosts());
        Said refused = up();
        assertEquals(1, refused.exitCode());
        assertEquals(3, refused.err().lines().filter(line -> line.contains("then add --accept-new")).count(), refused::err);
        assertEquals(0, up("--accept-new").exitCode());
        assertEquals(3, Files.readAllLines(user.knownHosts()).size());
        Files.delete(user.knownHosts());
        assertEquals(1, down().exitCode());
        assertEquals(0, down("--accept-new").exitCode());
    }

    @Test
    void hostsAreWorkedOnOneByOneWhenAsked() throws Exception {
        Path lock = home.resolve("lock");
        for (String address : ADDRESSES) {
            troupe.first(address, "start", "mkdir '" + lock + "' || exit 9; sleep 0.3; rmdir '" + lock + "'");
        }
        Said up = up("--parallel", "1");
        assertEquals(0, up.exitCode(), up::toString);
        assertEquals(new Said(2, "", "up: parallel is 0: at least one host must be worked on\n"), up("--parallel", "0"));
    }

    @Test
    void aHostThatHangsIsGivenUpAfterTheTimeout() throws Exception {
        troupe.first("127.0.0.2", "start", "exec sleep 20");
        Said up = up("--timeout", "2");
        assertEquals(1, up.exitCode());
        assertTrue(up.err().contains(name(servers.get(0)) + ": no end after 2 s; raise the limit with --timeout"), up::err);
        assertEquals(new Said(2, "", "up: timeout is 0: it must be longer than zero seconds\n"), up("--timeout", "0"));
    }

    @Test
    void nodesGetTheOptionsThatWereGiven() throws Exception {
        Files.writeString(file, name(servers.getFirst()) + " cpus=8\n");
        Said up = up("--java-home", "/opt/jdk", "--head-address", "192.0.2.7", "--", "--fence", "60s");
        assertEquals(0, up.exitCode(), up::toString);
        assertEquals(List.of("start --address 192.0.2.7:6379 --token-file - --fence 60s --num-cpus 8 java=/opt/jdk"),
                troupe.calls("127.0.0.2"));
        assertTrue(up.out().startsWith("head at 192.0.2.7:6379: started"), up::out);
        up("--head-address", "192.0.2.8");
        assertTrue(troupe.calls("127.0.0.2").getLast().startsWith("start --address 192.0.2.8:6379 "));
    }

    @Test
    void theDistributionIsCopiedWhenAsked() throws Exception {
        Path packed = home.resolve("dist/troupe-x");
        new FakeTroupe(packed, home.resolve("states"), Version.number());
        Files.writeString(file, name(servers.getFirst()));
        Path there = home.resolve("there");
        String[] options = {"--install", "--remote-home", there.toString()};
        assertEquals(new Said(1, "", "up: --install does not know where troupe is installed here; start the command with bin/troupe\n"),
                said(new Up(() -> cluster, Optional::empty), Stream.of(file.toString()), "--install"));
        System.setProperty("troupe.home", packed.toString());
        try {
            Said up = Said.by(new Up(() -> cluster, Optional::empty), Stream.concat(Stream.of(file.toString(), "--ssh-config",
                    user.config().toString()), Stream.of(options)).toArray(String[]::new));
            assertEquals(0, up.exitCode(), up::toString);
            assertTrue(up.out().contains(name(servers.getFirst()) + ": installing"), up::out);
            assertTrue(Files.isExecutable(there.resolve("bin/troupe")));
        } finally {
            System.clearProperty("troupe.home");
        }
    }

    @Test
    void problemsOfTheFileAreMistakes() throws Exception {
        Files.writeString(file, "a b=c\n[::1\n");
        for (Said said : List.of(up(), down())) {
            assertEquals(2, said.exitCode());
            assertEquals(2, said.err().lines().filter(line -> line.contains(": " + file + ":")).count(), said::err);
        }
        assertEquals(Optional.empty(), cluster.running());
    }

    @Test
    void aTokenThatCannotBeReadIsSaid() throws Exception {
        Files.delete(home.resolve("token"));
        Said up = up();
        assertEquals(1, up.exitCode());
        assertTrue(up.err().startsWith("up: the token of the cluster, " + home.resolve("token") + ", cannot be read"), up::err);
    }

    @Test
    void aNarrowTerminalShowsATable() throws Exception {
        TerminalSize size = new TerminalSize(40, 24);
        troupe.first("127.0.0.3", "start", "echo no more memory >&2; exit 1");
        Said up = said(new Up(() -> cluster, () -> Optional.of(size)), Stream.of(file.toString()));
        List<String> screen = Screen.of(size, up.out()).lines().toList();
        assertEquals("head at 10.0.0.1:6379: started", screen.get(0));
        assertTrue(screen.get(1).matches("HOST +STATE"), up::out);
        assertTrue(screen.get(2).matches("127\\.0\\.0\\.2:\\d+ +started"), up::out);
        assertTrue(screen.get(3).matches("127\\.0\\.0\\.3:\\d+ +failed"), up::out);
        assertEquals("3 hosts: 2 started, 1 failed", screen.get(5));
        assertEquals(6, screen.size(), up::out);
        assertTrue(up.err().lines().filter(line -> line.contains(" ")).allMatch(line -> line.length() < 40), up::err);
    }

    @Test
    void theDoctorExaminesHosts() throws Exception {
        Said healthy = doctor(List.of(name(servers.get(0))), "--java-home", System.getProperty("java.home"));
        assertEquals(name(servers.get(0)), healthy.out().lines().findFirst().orElseThrow());
        for (String check : List.of("ssh", "java", "troupe", "clock")) {
            assertTrue(healthy.out().lines().anyMatch(line -> line.startsWith("  ok       " + check + " ")), healthy::out);
        }
        assertFalse(healthy.out().contains("the head"), healthy::out);

        servers.get(1).close();
        Said sick = doctor(List.of(name(servers.get(0)), name(servers.get(1))), "--head-address", "127.0.0.1:1", "--java-home", "/nowhere");
        assertEquals(1, sick.exitCode());
        assertTrue(sick.out().contains("  problem  java     there is no Java 25 in /nowhere; give another folder with --java-home"),
                sick::out);
        assertTrue(sick.out().contains("  problem  to head  does not reach the head at 127.0.0.1:1 (Connection refused)"), sick::out);
        assertTrue(sick.out().contains("  problem  ssh      connection refused by 127.0.0.3 port "), sick::out);
    }

    @Test
    void theDoctorKnowsTheHeadThatRunsHere() throws Exception {
        cluster.start(Optional.of("127.0.0.1:1"));
        assertTrue(doctor(List.of()).out().contains("does not reach the head at 127.0.0.1:1"));
        cluster.stop();
        Said local = doctor(List.of());
        assertTrue(local.out().startsWith("this machine\n  ok       troupe   troupe " + Version.number()), local::out);
    }

    @Test
    void theDoctorListensForATrialFromAnotherMachine() throws Exception {
        try (var printed = new PipedReader(); var out = new PrintWriter(new PipedWriter(printed))) {
            var exitCode = CompletableFuture.supplyAsync(() -> Shell.run(Shell.commandLine(new DoctorCommand()).setOut(out), "--listen"));
            String line = new BufferedReader(printed).readLine();
            assertTrue(line.matches("listening on port \\d+"), line);
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(line.replaceAll("\\D", "")))) {
                assertEquals("troupe doctor\n", new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            }
            assertEquals(0, exitCode.get());
        }
    }

    @Test
    void mistakesOfTheDoctorsCallers() {
        assertEquals(new Said(2, "", "doctor: the address of the head is 'x'; write HOST:PORT\n"),
                doctor(List.of(), "--head-address", "x"));
        assertEquals(new Said(2, "", "doctor: '::1' looks like an IPv6 address; write it in brackets: [::1]\n"), doctor(List.of("::1")));
    }

    @Test
    void addressesOfTheHead() {
        assertEquals("b:6379", Up.reachable("b", "a:6379"));
        assertEquals("b:1", Up.reachable("b:1", "a:6379"));
        assertEquals("[::1]:6379", Up.reachable("::1", "a:6379"));
        assertEquals("[::1]:6379", Up.reachable("[::1]", "a:6379"));
        assertEquals("[::1]:1", Up.reachable("[::1]:1", "[::2]:6379"));
    }
}
