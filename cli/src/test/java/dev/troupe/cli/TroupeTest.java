package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class TroupeTest {
    @Test
    void helpNamesTheCommandsAndShowsExamples() {
        var help = Said.by(new Troupe(), "--help");
        assertEquals(0, help.exitCode());
        assertTrue(help.out().contains("  ditask "));
        assertTrue(help.out().contains("Examples:"));
    }

    @Test
    void versionIsThatOfTheBuild() {
        var version = Said.by(new Troupe(), "--version");
        assertTrue(version.out().matches("troupe \\d+\\.\\d+\\.\\d+.* \\(Java 25.*\\)\\R"), version.out());
        assertEquals(version, Said.by(new Ditask(), "--version"));
    }

    @Test
    void completionKnowsBothCommands() {
        var script = Said.by(new Troupe(), "completion").out();
        assertTrue(script.contains("complete -F _complete_troupe"), script);
        assertTrue(script.contains("complete -F _complete_ditask"), script);
        assertTrue(script.contains("--parallel-workers"));
    }

    @Test
    void ditaskIsASubcommandToo() {
        assertEquals(0, Said.by(new Troupe(), "ditask", "--help").exitCode());
    }

    @Test
    void mistakesAreOneLineAndExitCodeTwo() {
        assertEquals(new Said(2, "", "troupe: unknown command 'bla'; 'troupe --help' lists all" + System.lineSeparator()),
                Said.by(new Troupe(), "bla"));
    }

    @Test
    void withoutACommandItPrintsItsHelp() {
        assertEquals(Said.by(new Troupe(), "--help"), Said.by(new Troupe()));
    }
}
