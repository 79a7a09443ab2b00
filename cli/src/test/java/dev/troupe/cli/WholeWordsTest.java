package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// The help of all commands, in terminals of different widths.
final class WholeWordsTest {
    private static void assertFits(CommandLine usual, CommandLine command, int columns) {
        String wide = usual.getUsageMessage(CommandLine.Help.Ansi.OFF);
        String narrow = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
        for (String line : narrow.lines().toList()) {
            assertTrue(line.length() <= columns || words(line).size() == 1, () -> columns + " columns: " + line + "\nin\n" + narrow);
        }
        assertEquals(words(wide), words(narrow), "no word is broken or lost");
        command.getSubcommands().forEach((name, each) -> assertFits(usual.getSubcommands().get(name), each, columns));
    }

    private static Set<String> words(String text) {
        return new TreeSet<>(List.copyOf(Arrays.asList(text.strip().split("\\s+", -1))));
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 100})
    void helpFitsIntoTheTerminal(int columns) {
        assertFits(Troupe.complete(Optional::empty), Troupe.complete(() -> Optional.of(new TerminalSize(columns, 24))), columns);
    }
}
