package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.jobs.JobsException;
import dev.troupe.process.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/// What a command says when something happens that nobody has thought of.
final class ShellTest {
    @Command(name = "fail")
    private record Failing(Throwable failure) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        }
    }

    private static void assertSays(String sentence, Throwable failure) {
        assertEquals(new Said(1, "", "fail: " + sentence + System.lineSeparator()), Said.by(new Failing(failure)));
    }

    @Test
    void anUnexpectedExceptionIsOneLine() {
        assertSays("IOException: No space left on device; --debug prints the stack trace", new IOException("No space left on device"));
        assertSays("AccessDeniedException: /secret; --debug prints the stack trace",
                new UncheckedIOException(new AccessDeniedException("/secret")));
        assertSays("IllegalStateException: first; --debug prints the stack trace", new IllegalStateException("first\nsecond"));
        assertSays("NullPointerException; --debug prints the stack trace", new NullPointerException());
        assertSays("try again", new JobsException("try again"));
    }

    @Test
    void memoryThatIsUsedUpAndClassesThatAreMissingAreOneLineToo() {
        assertSays("OutOfMemoryError: Java heap space; --debug prints the stack trace", new OutOfMemoryError("Java heap space"));
        assertSays("NoClassDefFoundError: a/B; --debug prints the stack trace", new NoClassDefFoundError("a/B"));
    }

    @Test
    void debugShowsWhereItComesFrom() {
        for (Throwable failure : new Throwable[]{new IOException("full"), new OutOfMemoryError("full")}) {
            var said = Said.by(new Failing(failure), "--debug");
            assertEquals(1, said.exitCode());
            assertTrue(said.err().contains("\tat dev.troupe.cli.ShellTest"), said.err());
            assertFalse(said.err().contains("--debug shows"), said.err());
        }
    }

    @Test
    void outputThatCannotBeWrittenIsSaidAndFails() throws Exception {
        for (Class<?> main : List.of(Ditask.class, Troupe.class)) {
            var words = new JavaCommand(List.of(), System.getProperty("java.class.path"), main.getName(), List.of("--help")).words();
            var process = new ProcessBuilder(words).redirectOutput(new File("/dev/full")).start();
            var said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(1, process.waitFor(), said);
            assertEquals(1,
                    said.lines().filter(line -> line.contains(": standard output cannot be written: No space left on device")).count(),
                    said);
        }
    }

    @Test
    void aReaderThatHasHadEnoughIsNoFailure() throws Exception {
        var words = new JavaCommand(List.of(), System.getProperty("java.class.path"), Troupe.class.getName(), List.of("--help")).words();
        var process = new ProcessBuilder(words).start();
        process.getInputStream().close();
        assertEquals("", new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(0, process.waitFor());
    }

    @Test
    void everyCommandHasDebug() {
        for (String command : new String[]{"demo", "ditask", "completion", "fetch"}) {
            assertTrue(Said.by(new Troupe(), command, "--help").out().contains("--debug"), command);
        }
    }
}
