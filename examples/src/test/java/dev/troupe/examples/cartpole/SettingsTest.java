package dev.troupe.examples.cartpole;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsTest {
    @Test
    void everyOptionIsRead() {
        assertEquals(new Settings(7, Path.of("here"), 100, 5000),
                Settings.parse(List.of("--seed", "7", "--directory", "here", "--stop-value", "100", "--max-steps", "5000")));
        assertEquals(Settings.DEFAULTS, Settings.parse(List.of()));
    }

    @Test
    void mistakesAreNamed() {
        assertEquals("unknown option '--sed'; there are --seed, --directory, --stop-value and --max-steps", message("--sed", "7"));
        assertEquals("'--seed' needs a value, e.g. --seed 7", message("--seed"));
        assertEquals("--seed is 'x', which is not a number", message("--seed", "x"));
    }

    private static String message(String... words) {
        return assertThrows(IllegalArgumentException.class, () -> Settings.parse(List.of(words))).getMessage();
    }
}
