package dev.troupe.examples.cartpole;

import java.nio.file.Path;
import java.util.List;

/// What the command line says.
///
/// @param seed of everything random
/// @param directory for the checkpoint and the learning curve
/// @param stopValue mean reward of 100 episodes at which the training ends
/// @param maxSteps pushes after which it ends in any case
record Settings(long seed, Path directory, double stopValue, long maxSteps) {
    static final Settings DEFAULTS = new Settings(0, Path.of("troupe-demo"), 475, 2_000_000);

    /// Reads e.g. `--seed 7 --directory /tmp/run`.
    static Settings parse(List<String> words) {
        Settings settings = DEFAULTS;
        for (int i = 0; i < words.size(); i += 2) {
            String name = words.get(i);
            if (i + 1 == words.size()) {
                throw new IllegalArgumentException("'" + name + "' needs a value, e.g. --seed 7");
            }
            settings = settings.with(name, words.get(i + 1));
        }
        return settings;
    }

    private Settings with(String name, String value) {
        try {
            return switch (name) {
                case "--seed" -> new Settings(Long.parseLong(value), directory, stopValue, maxSteps);
                case "--directory" -> new Settings(seed, Path.of(value), stopValue, maxSteps);
                case "--stop-value" -> new Settings(seed, directory, Double.parseDouble(value), maxSteps);
                case "--max-steps" -> new Settings(seed, directory, stopValue, Long.parseLong(value));
                default -> throw new IllegalArgumentException(
                        "unknown option '" + name + "'; there are --seed, --directory, --stop-value and --max-steps");
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is '" + value + "', which is not a number", e);
        }
    }
}
