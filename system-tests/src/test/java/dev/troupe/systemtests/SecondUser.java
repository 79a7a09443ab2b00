package dev.troupe.systemtests;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// Another user of this machine, who means no good. Needs root, which alone can become somebody else.
record SecondUser(Path directory) {
    private static final String NOBODY = "65534";

    static SecondUser in(Path directory) throws IOException {
        if (!"root".equals(System.getProperty("user.name"))) {
            var message = "becoming a second user needs root";
            if (System.getenv("CI") != null) throw new IOException(message);
            System.err.println("SKIPPED: " + message);
            Assumptions.abort(message);
        }
        return new SecondUser(directory);
    }

    /// Runs a script of the shell as that user.
    Shell.Result run(String script) throws IOException, InterruptedException {
        return Shell.in(directory).run("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "bash", "-c", script);
    }
}
