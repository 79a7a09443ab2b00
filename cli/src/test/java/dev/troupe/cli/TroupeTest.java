package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
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
    void helpBreaksItsLinesBetweenWordsOnly() {
        var all = Troupe.complete().getSubcommands();
        assertTrue(all.size() > 8, all.keySet()::toString);
        for (var command : all.entrySet()) {
            var help = List.of(command.getValue().getUsageMessage().split("\\s+"));
            for (var option : command.getValue().getCommandSpec().options()) {
                var torn = Stream.of(String.join(" ", option.description()).split("\\s+"))
                        .filter(word -> word.matches("[\\w~.{}:,/-]*[/-].*"))
                        .filter(word -> !help.contains(word)).toList();
                assertEquals(List.of(), torn, command.getKey() + " " + option.longestName());
            }
        }
        assertTrue(Said.by(new Ditask(), "--help").out().contains("~/.troupe/token"));
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
        assertEquals(new Said(2, "", "troupe: unknown command 'bla'; see 'troupe --help'" + System.lineSeparator()),
                Said.by(new Troupe(), "bla"));
    }

    @Test
    void withoutACommandItPrintsItsHelp() {
        assertEquals(Said.by(new Troupe(), "--help"), Said.by(new Troupe()));
    }
}
