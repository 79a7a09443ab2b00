package dev.troupe.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Connections to a real sshd.
final class SshTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path home;
    private SshUser user;
    private SshServer server;

    @BeforeEach
    void start() throws IOException {
        server = SshServer.start("127.0.0.2", home.resolve("server"));
        user = new SshUser(home);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Host host() {
        return Host.of(server.address() + ":" + server.port());
    }

    private Outcome run(SshSettings settings, Host host, String command, String input) throws HostException {
        try (Ssh ssh = Ssh.with(settings); SshSession session = ssh.connect(host)) {
            return session.run(command, new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), LIMIT);
        }
    }

    private String refused(SshSettings settings, Host host) {
        return assertThrows(HostException.class, () -> run(settings, host, "true", "")).getMessage();
    }

    @Test
    void inputExitCodeAndBothOutputsOfACommandArrive() throws Exception {
        user.meet(server);
        assertEquals(new Outcome(3, "the token\n", "oops\n"), run(user.settings(), host(), "cat; echo oops >&2; exit 3", "the token\n"));
        assertEquals(new Outcome(0, "", ""), run(user.settings(), host(), "true", "nobody reads this"));
        assertEquals("killed by signal TERM", run(user.settings(), host(), "kill $$", "").words().getLast());
    }

    @Test
    void aCommandThatLeavesSomethingBehindIsNotWaitedFor() throws Exception {
        user.meet(server);
        assertEquals(0, run(user.settings(), host(), "sleep 10 & echo started", "").exitCode());
    }

    @Test
    void largeOutputKeepsItsEnd() throws Exception {
        user.meet(server);
        String out = run(user.settings(), host(), "seq 1 300000", "").out();
        assertTrue(out.endsWith("\n299999\n300000\n") && out.length() < 100_000, () -> "" + out.length());
    }

    @Test
    void largeInputArrives() throws Exception {
        user.meet(server);
        try (Ssh ssh = Ssh.with(user.settings()); SshSession session = ssh.connect(host())) {
            byte[] bytes = new byte[20_000_000];
            assertEquals("20000000\n", session.run("wc -c", new ByteArrayInputStream(bytes), LIMIT).out());
            assertEquals(7, session.run("exit 7", new ByteArrayInputStream(bytes), LIMIT).exitCode());
        }
    }

    @Test
    void aCommandThatDoesNotEndIsGivenUp() throws Exception {
        user.meet(server);
        try (Ssh ssh = Ssh.with(user.settings()); SshSession session = ssh.connect(host())) {
            String said = assertThrows(HostException.class,
                    () -> session.run("echo stuck here; exec sleep 30", InputStream.nullInputStream(), Duration.ofSeconds(1))).getMessage();
            assertEquals("no end after 1 s; raise the limit with --timeout; it printed last: stuck here", said);
        }
    }

    @Test
    void anUnknownHostIsRefusedWithTheNextStep() throws Exception {
        server.authorise(user.publicKey());
        String said = refused(user.settings(), host());
        String name = "[127.0.0.2]:" + server.port();
        assertTrue(
                said.matches("the key of " + Pattern.quote(name) + " is not known \\(ssh-ed25519 SHA256:\\S+\\); .*then add --accept-new, "
                        + "or connect once with: ssh -p " + server.port() + " " + System.getProperty("user.name") + "@127.0.0.2"),
                said);
        assertFalse(Files.exists(user.knownHosts()));
    }

    @Test
    void acceptNewRemembersAHostAndRefusesAChangedKeyAllTheSame() throws Exception {
        server.authorise(user.publicKey());
        assertEquals(0, run(user.settings(true), host(), "true", "").exitCode());
        String remembered = Files.readString(user.knownHosts());
        assertEquals(List.of(server.known().split(" ")).subList(0, 3), List.of(remembered.strip().split(" ")));
        assertEquals(0, run(user.settings(), host(), "true", "").exitCode());

        server.makeHostKey("ed25519");
        server.restart();
        String said = refused(user.settings(true), host());
        assertTrue(said.startsWith("THE KEY OF [127.0.0.2]:" + server.port() + " HAS CHANGED: it is ssh-ed25519 SHA256:"), said);
        assertTrue(said.contains("but line 1 of " + user.knownHosts() + " has ssh-ed25519 SHA256:"), said);
        assertTrue(said.endsWith("remove the old key: ssh-keygen -f " + user.knownHosts() + " -R '[127.0.0.2]:" + server.port() + "'"),
                said);
        assertEquals(remembered, Files.readString(user.knownHosts()));
    }

    @Test
    void hashedNamesAreFoundAndWritten() throws Exception {
        user.meet(server);
        SshServer.run(List.of("ssh-keygen", "-q", "-H", "-f", user.knownHosts().toString()));
        assertTrue(Files.readString(user.knownHosts()).startsWith("|1|"));
        assertEquals(0, run(user.settings(), host(), "true", "").exitCode());

        Files.delete(user.knownHosts());
        user.configure("HashKnownHosts yes");
        assertEquals(0, run(user.settings(true), host(), "true", "").exitCode());
        assertTrue(Files.readString(user.knownHosts()).startsWith("|1|"));
        assertTrue(SshServer.run(List.of("ssh-keygen", "-F", "[127.0.0.2]:" + server.port(), "-f", user.knownHosts().toString()))
                .contains("ssh-ed25519"));
        assertEquals(0, run(user.settings(), host(), "true", "").exitCode());
    }

    @Test
    void theKindOfKeyThatIsKnownIsAskedFor() throws Exception {
        for (String kind : List.of("rsa", "ecdsa")) {
            Path other = home.resolve("host_" + kind);
            SshServer.keygen("-t", kind, "-f", other.toString(), "-N", "");
            Files.writeString(home.resolve("server/sshd_config"), "\nHostKey " + other + "\n", java.nio.file.StandardOpenOption.APPEND);
            server.restart();
            server.authorise(user.publicKey());
            Files.writeString(user.knownHosts(), "[127.0.0.2]:" + server.port() + " " + Files.readString(Path.of(other + ".pub")));
            assertEquals(0, run(user.settings(), host(), "true", "").exitCode(), kind);
        }
    }

    @Test
    void aRevokedKeyIsRefused() throws Exception {
        server.authorise(user.publicKey());
        Files.writeString(user.knownHosts(), server.known() + "\n@revoked * " + server.known().replaceFirst("\\S+ ", "") + "\n");
        assertTrue(refused(user.settings(), host()).contains("IS REVOKED by line 2 of " + user.knownHosts()));
    }

    @Test
    void aHostThatKnowsNoneOfTheKeysIsNamedWithTheNextStep() throws Exception {
        user.know(server);
        assertEquals(System.getProperty("user.name") + "@127.0.0.2:" + server.port() + " accepts none of your keys (" + user.key()
                + "); authorise one with: ssh-copy-id -p " + server.port() + " " + System.getProperty("user.name") + "@127.0.0.2",
                refused(user.settings(), host()));
    }

    @Test
    void rsaEcdsaAndOldPemKeysLogIn() throws Exception {
        Files.delete(user.key());
        Files.delete(user.publicKey());
        user.know(server);
        for (List<String> kind : List.of(List.of("rsa", "id_rsa", "RFC4716"), List.of("ecdsa", "id_ecdsa", "RFC4716"),
                List.of("rsa", "id_rsa", "PEM"))) {
            Path key = user.folder().resolve(kind.get(1));
            SshServer.keygen("-t", kind.get(0), "-m", kind.get(2), "-f", key.toString(), "-N", "");
            server.authorise(Path.of(key + ".pub"));
            assertEquals(0, run(user.settings(), host(), "true", "").exitCode(), kind::toString);
            Files.delete(key);
            Files.delete(Path.of(key + ".pub"));
        }
    }

    @Test
    void aKeyWithAPassphraseComesFromTheAgent() throws Exception {
        SshServer.run(List.of("ssh-keygen", "-q", "-p", "-f", user.key().toString(), "-P", "", "-N", "secret"));
        user.meet(server);
        String without = refused(user.settings(), host());
        assertTrue(
                without.contains("(there is none); " + user.key() + " has a passphrase: add it to the agent with: ssh-add " + user.key()),
                without);

        try (Agent agent = Agent.start(home.resolve("agent"))) {
            for (String kind : List.of("ed25519", "rsa", "ecdsa")) {
                agent.forget();
                Path key = home.resolve("in_agent_" + kind);
                SshServer.keygen("-t", kind, "-f", key.toString(), "-N", "");
                agent.add(key);
                Files.delete(key);
                server.authorise(Path.of(key + ".pub"));
                user.agent(agent.socket());
                assertEquals(0, run(user.settings(), host(), "true", "").exitCode(), kind);
            }
        }
    }

    @Test
    void anAgentThatIsGoneOrTalksRubbishIsDoneWithout() throws Exception {
        user.meet(server);
        user.agent(home.resolve("no agent"));
        assertEquals(0, run(user.settings(), host(), "true", "").exitCode());
        Path socket = home.resolve("rubbish");
        try (var listening = java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
            listening.bind(java.net.UnixDomainSocketAddress.of(socket));
            Thread.ofPlatform().daemon().start(() -> {
                try (var guest = listening.accept()) {
                    guest.write(java.nio.ByteBuffer.wrap(new byte[]{0, 0, 0, 1, 77}));
                } catch (IOException e) {
                    // the test has ended
                }
            });
            user.agent(socket);
            assertEquals(0, run(user.settings(), host(), "true", "").exitCode());
        }
    }

    @Test
    void theAgentOffersTheKeysOfTheConfigurationFirstOrAlone() throws Exception {
        user.know(server);
        Path named = home.resolve("named");
        SshServer.keygen("-t", "ed25519", "-f", named.toString(), "-N", "");
        server.authorise(Path.of(named + ".pub"));
        try (Agent agent = Agent.start(home.resolve("agent"))) {
            for (int i = 0; i < 8; i++) { // more than a server lets anybody try
                Path other = home.resolve("other" + i);
                SshServer.keygen("-t", "ed25519", "-f", other.toString(), "-N", "");
                agent.add(other);
            }
            agent.add(named);
            Files.delete(named);
            user.agent(agent.socket());
            for (String only : List.of("no", "yes")) {
                user.configure("IdentityFile " + named + "\nIdentitiesOnly " + only + "\n");
                assertEquals(0, run(user.settings(), host(), "true", "").exitCode());
            }
            user.configure("IdentityFile " + named + "\nIdentityAgent none\n");
            refused(user.settings(), host());
        }
    }

    @Test
    void theConfigurationSaysWhereAHostIs() throws Exception {
        server.authorise(user.publicKey());
        Path moved = home.resolve("somewhere/known");
        Path key = home.resolve("key");
        Files.move(user.key(), key);
        user.configure("""
                Host !worker9 worker*
                  HostName 127.0.0.2
                  Port %d
                  IdentityFile ~/key
                  UserKnownHostsFile "%s"
                """.formatted(server.port(), moved));
        assertEquals("hi\n", run(user.settings(true), Host.of("worker1"), "echo hi", "").out());
        assertTrue(Files.readString(moved).startsWith("[127.0.0.2]:" + server.port() + " "));
        assertTrue(refused(user.settings(), Host.of("worker9")).startsWith("the name 'worker9' has no address"));
    }

    @Test
    void aHostBehindAnotherIsReached() throws Exception {
        try (SshServer inner = SshServer.start("127.0.0.3", home.resolve("inner"))) {
            user.meet(server);
            user.meet(inner);
            user.configure("""
                    Host inner
                      HostName 127.0.0.3
                      Port %d
                      ProxyJump 127.0.0.2:%d
                    """.formatted(inner.port(), server.port()));
            assertEquals("127.0.0.3\n", run(user.settings(), Host.of("inner"), "echo $SSH_CONNECTION | cut -d' ' -f3", "").out());
            assertTrue(server.log().contains("Accepted publickey"), server.log());

            inner.makeHostKey("ed25519");
            inner.restart();
            assertTrue(refused(user.settings(), Host.of("inner")).startsWith("THE KEY OF [127.0.0.3]:"));
            server.makeHostKey("ed25519");
            server.restart();
            assertTrue(refused(user.settings(), Host.of("inner")).startsWith("THE KEY OF [127.0.0.2]:"));
        }
    }

    @Test
    void aPortWhereNobodyListens() throws Exception {
        int port = server.port();
        server.close();
        assertEquals(
                "connection refused by 127.0.0.2 port " + port
                        + ": no ssh server listens there; start sshd on the host or write the right port",
                refused(user.settings(), host()));
    }

    @Test
    void aServerThatIsSilentAndOneThatTalksRubbish() throws Exception {
        user.patience(Duration.ofSeconds(1));
        for (String said : List.of("", "HTTP/1.1 400 Bad Request\r\n\r\n".repeat(2000), "\u0000\u0001\u0002garbage".repeat(9000))) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.4"), 0));
                Thread talking = Thread.ofPlatform().start(() -> {
                    try (var accepted = socket.accept()) {
                        accepted.getOutputStream().write(said.getBytes(StandardCharsets.UTF_8));
                        accepted.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // the client has gone
                    }
                });
                String refused = refused(user.settings(), Host.of("127.0.0.4:" + socket.getLocalPort()));
                assertTrue(said.isEmpty() ? refused.matches("no answer from 127\\.0\\.0\\.4 port \\d+ within 1 s; .*")
                        : refused.startsWith("no ssh connection to 127.0.0.4 port "), refused);
                talking.join();
            }
        }
    }
}
