package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class OperatorOptionsTest {
    /// What lies there runs in pods: in the temporary directory another user could have made it first.
    @Test
    void codeIsKeptWhereOnlyTheUserMayWrite() {
        ServerSettings server = CommandLine.populateCommand(new OperatorOptions()).settings().server().orElseThrow();
        assertEquals(Path.of(System.getProperty("user.home"), ".cache", "troupe", "packages"), server.packages().directory());
    }
}
