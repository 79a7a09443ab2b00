package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class TerminalSizeTest {
    /// What the process of the next test prints.
    static final class Ask {
        public static void main(String[] args) {
            System.out.println(TerminalSize.now());
        }
    }

    @Test
    void aRealTerminalIsAsked() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java") + " -cp '" + System.getProperty("java.class.path") + "' '"
                + Ask.class.getName() + "'";
        var process = new ProcessBuilder("script", "-qec", "stty cols 91 rows 33; " + java, "/dev/null").redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null"))).start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(true, process.waitFor(10, TimeUnit.SECONDS));
        assertEquals("Optional[TerminalSize[columns=91, rows=33]]", printed.strip());
    }

    @Test
    void rowsComeFirst() {
        assertEquals(Optional.of(new TerminalSize(80, 24)), TerminalSize.of("24 80\n"));
    }

    @Test
    void aTerminalWithoutASizeHasNone() {
        assertEquals(Optional.empty(), TerminalSize.of("0 0\n"));
        assertEquals(Optional.empty(), TerminalSize.of(""));
    }
}
