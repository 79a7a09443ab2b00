package dev.troupe.systemtests;

import static dev.troupe.systemtests.Ditask.HERE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A second user of the same machine tries to read, to connect and to tamper; what he plants is the matter of [PlantedPlacesTest].
final class SecondUserTest {
    @RegisterExtension
    final Ditask ditask = new Ditask();

    @Test
    void anotherUserReadsNothingChangesNothingAndIsToldNothing() throws Exception {
        var temporary = everybodys("tmp");
        var stranger = SecondUser.in(temporary);
        int port = Ditask.freePort();
        try (var tcp = ditask.with("TMPDIR", temporary).startPlay("linger", HERE, "--ports", port, "--labels", "tcp");
                var ipc = ditask.with("TMPDIR", temporary).startPlay("linger", "--protocol", "ipc", "--parallel-workers", "2");
                var remote = lingering(temporary)) {
            tcp.pidOf(0);
            ipc.pidOf(1);
            remote.awaitLine("worker has the secret");
            var home = ditask.directory().resolve("home");
            assertEquals("", found(stranger, temporary + " " + home + "/.troupe -type f,s,p -readable"));
            assertEquals("", found(stranger, temporary + " " + home + " -mindepth 1 -writable ! -type l"));
            assertEquals("", found(stranger, "/dev/shm -path '*troupe*' ! -user nobody ! -type l ( -readable -o -writable ) ! -type d"));
            for (var word : stranger.run("cat /proc/[0-9]*/cmdline").out().split("\0", -1)) assertFalse(tells(word, "swordfish"), word);
            var answer = stranger.run("exec 3<>/dev/tcp/127.0.0.1/" + port + " && head -c 100 /dev/zero >&3 && timeout 20 cat <&3").out();
            assertFalse(answer.contains("/"), answer);
        }
    }

    /// Whether a word of a command line has the secret in it, as it is or encoded.
    private static boolean tells(String word, String secret) {
        try {
            return word.contains(secret) || new String(Base64.getDecoder().decode(word), ISO_8859_1).contains(secret);
        } catch (IllegalArgumentException notEncoded) {
            return false;
        }
    }

    private static String found(SecondUser stranger, String what) throws IOException, InterruptedException {
        return stranger.run("find " + what.replace("(", "\\(").replace(")", "\\)") + " 2>/dev/null").out();
    }

    /// A directory like `/tmp`.
    private Path everybodys(String name) throws IOException {
        Files.setPosixFilePermissions(ditask.directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
        var directory = Files.createDirectory(ditask.directory().resolve(name));
        Files.setAttribute(directory, "unix:mode", 01777);
        return directory;
    }

    /// Remote functions with a worker process that has a secret in its environment.
    private Running lingering(Path temporary) throws IOException {
        var path = Shell.ROOT + "/runtime/target/lib/*:" + Ditask.PROGRAMS;
        return ditask.call().startCommand(Path.of(System.getProperty("java.home"), "bin", "java"), "-Djava.io.tmpdir=" + temporary,
                "-Dray.run-mode=CLUSTER", "-cp", path, RemoteSecret.class.getName());
    }
}
