package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.jobserver.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class OperatorOptionsTest {
    /// What lies there runs in pods: in the temporary directory another user could have made it first.
    @Test
    void codeIsKeptWhereOnlyTheUserMayWrite() {
        ServerSettings server = CommandLine.populateCommand(new OperatorOptions()).settings().server().orElseThrow();
        assertEquals(Path.of(System.getProperty("user.home"), ".cache", "troupe", "packages"), server.packages().directory());
    }

    @Test
    void podsAreToldWhatToTrust(@TempDir Path secret) throws IOException {
        Files.writeString(secret.resolve("tls.crt"), "a certificate");
        Files.writeString(secret.resolve("tls.key"), "a key");
        assertEquals("a certificate", told(secret).orElseThrow());
        Files.writeString(secret.resolve("ca.crt"), "an authority");
        assertEquals("an authority", told(secret).orElseThrow());
    }

    private static Optional<String> told(Path secret) {
        OperatorOptions options = new OperatorOptions();
        new CommandLine(options).parseArgs("--server-tls", secret.toString());
        return options.settings().cluster().serverCa();
    }
}
