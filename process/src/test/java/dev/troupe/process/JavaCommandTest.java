package dev.troupe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaCommandTest {
    @TempDir
    private Path directory;

    /// Prints a property.
    static final class Show {
        public static void main(String[] arguments) {
            System.out.print(System.getProperty(arguments[0]));
        }
    }

    /// Writes and runs a command with such a property.
    static final class Greet {
        public static void main(String[] arguments) throws Exception {
            System.out.print(run(new JavaCommand(List.of("-Dgreeting=gr\u00fc\u00df dich"), System.getProperty("java.class.path"),
                    Show.class.getName(), List.of("greeting")).words(Path.of(arguments[0]))));
        }
    }

    private static String run(List<String> words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        return said;
    }

    @Test
    void propertiesStandInAFileThatOnlyThisUserReadsAndNotInTheCommandLine() throws Exception {
        String secret = "a \"b\" 'c' \\d #e\n@f\tg\r\f";
        Path file = directory.resolve("arguments");
        List<String> words = new JavaCommand(List.of("-Xmx64m", "-Dsecret=" + secret, "-Dother=1"), System.getProperty("java.class.path"),
                Show.class.getName(), List.of("secret")).words(file);
        assertTrue(words.containsAll(List.of("-Xmx64m", "@" + file)), words.toString());
        assertFalse(words.toString().contains("-D"), words.toString());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(secret, run(words));
    }

    @Test
    void aClassPathTooLongForACommandLineStandsInTheFileAsWell() throws Exception {
        String path = System.getProperty("java.class.path") + ":" + "/nowhere/at all".repeat(10_000);
        List<String> words = new JavaCommand(List.of("-Dx=1"), path, Show.class.getName(), List.of("x"))
                .words(directory.resolve("arguments"));
        assertFalse(words.contains("-cp"));
        assertEquals("1", run(words));
    }

    /// Most containers have no other locale.
    @Test
    void lettersThatTheLocaleDoesNotKnowKeepNoJvmFromStarting() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(new JavaCommand(List.of(), System.getProperty("java.class.path"),
                Greet.class.getName(), List.of(directory.resolve("arguments").toString())).words())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        assertEquals("gr?? dich", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(0, process.waitFor());
    }
}
