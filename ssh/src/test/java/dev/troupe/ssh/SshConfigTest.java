package dev.troupe.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SshConfigTest {
    @TempDir
    private Path home;
    private Path folder;

    @BeforeEach
    void create() throws IOException {
        folder = Files.createDirectory(home.resolve(".ssh"));
    }

    private Target target(String config, String host) throws HostException, IOException {
        Path file = Files.writeString(folder.resolve("config"), config);
        return new SshConfig(
                new SshSettings(folder, Optional.of(file), Map.of("SSH_AUTH_SOCK", "/run/agent"), "local", false, Duration.ZERO))
                .target(Host.of(host));
    }

    private String refused(String config, String host) {
        return assertThrows(HostException.class, () -> target(config, host)).getMessage();
    }

    @Test
    void withoutAnythingTheUsualValuesCount() throws Exception {
        assertEquals(new Target("local", "a", 22, "a", 22,
                List.of(folder.resolve("id_ed25519"), folder.resolve("id_ecdsa"), folder.resolve("id_rsa")), false,
                Optional.of(Path.of("/run/agent")),
                List.of(folder.resolve("known_hosts"), folder.resolve("known_hosts2"), Path.of("/etc/ssh/ssh_known_hosts")), false,
                Optional.empty()), target("", "a"));
    }

    @Test
    void theFirstValueThatAppliesCountsAndTheHostsFileComesFirst() throws Exception {
        String config = """
                User=general
                Host web* !web9
                    HostName = "%h.example"
                    Port 2200
                    User never
                HOST *
                    port 2300
                    IdentityFile ~/keys/%h-%r
                    IdentityFile /other
                    IdentitiesOnly yes
                    identityAgent none
                    HostKeyAlias alias
                    HashKnownHosts yes
                """;
        Target web = target(config, "web1");
        assertEquals("general@web1.example:2200", web.toString());
        assertEquals(List.of(home.resolve("keys/web1.example-general"), Path.of("/other")), web.identities());
        assertEquals(List.of(true, Optional.empty(), "alias", true),
                List.of(web.identitiesOnly(), web.agent(), web.knownHost(), web.hashed()));
        assertEquals("general@web9:2300", target(config, "web9").toString());
        assertEquals("me@web1.example:99", target(config, "me@web1:99").toString());
    }

    @Test
    void filesAreIncluded() throws Exception {
        Files.createDirectory(folder.resolve("more"));
        Files.writeString(folder.resolve("more/1.conf"), "Host a\n  Port 1\n");
        Files.writeString(folder.resolve("more/2.conf"), "Port 2\n");
        Files.writeString(home.resolve("home.conf"), "User included\n");
        String config = "Include more/*.conf missing/*.conf\nHost b\n  Include ~/home.conf\n  HostName bee\n";
        assertEquals("local@a:1", target(config, "a").toString());
        assertEquals("included@bee:2", target(config, "b").toString());
        assertEquals("local@c:2", target(config, "c").toString());
        assertTrue(refused("Include config\n", "a").endsWith("its files include each other in a circle"));
    }

    @Test
    void matchKnowsNamesOnly() throws Exception {
        String config = "Match host a,x*\n  Port 1\nMatch exec \"true\"\n  Port 2\nMatch all\n  Port 3\n";
        assertEquals(List.of(1, 1, 3),
                List.of(target(config, "a").port(), target(config, "xy").port(), target(config, "b").port()));
    }

    @Test
    void jumpsFollowEachOther() throws Exception {
        String config = "Host far\n  ProxyJump first,me@[::1]:23\nHost first\n  ProxyJump zero\nHost none\n  ProxyJump none\n";
        Target far = target(config, "far");
        Target last = far.via().orElseThrow();
        assertEquals("me@[::1]:23", last.toString());
        assertEquals("local@first", last.via().orElseThrow().toString());
        assertEquals("local@zero", last.via().get().via().orElseThrow().toString());
        assertEquals(Optional.empty(), target(config, "none").via());
        assertEquals("the ssh configuration of a jumps in a circle; remove a ProxyJump", refused("Host *\n  ProxyJump a", "a"));
    }

    @Test
    void whatCannotBeDoneIsSaid() {
        assertEquals("the ssh configuration of a has a ProxyCommand, which is not supported; use ProxyJump instead",
                refused("ProxyCommand nc %h %p", "a"));
        assertEquals("the ssh configuration of a has the Port 'ssh'; write a number", refused("Port ssh", "a"));
        assertTrue(refused("ProxyJump ::1", "a").contains("write it in brackets: [::1]"));
    }

    @Test
    void aConfigurationThatIsAskedForMustBeThere() {
        Path missing = home.resolve("missing");
        assertEquals("the ssh configuration " + missing + " cannot be read: " + missing + " does not exist",
                assertThrows(HostException.class, () -> new SshConfig(
                        new SshSettings(folder, Optional.of(missing), Map.of(), "local", false, Duration.ZERO))).getMessage());
    }
}
