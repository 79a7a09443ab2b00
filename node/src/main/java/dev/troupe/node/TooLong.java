package dev.troupe.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/// Checks whether a process could not be started because its environment was too large. The kernel limits each variable (128 KiB if pages have
/// 4 KiB) and all of them together (a quarter of the stack limit, usually 2 MiB). A command line that is too long goes into a file.
final class TooLong {
    private static final int LONGEST = 128 << 10;
    private static final int ALL = 1 << 20;

    private TooLong() {}

    static Optional<IOException> of(Map<String, String> variables, IOException e) {
        int all = variables.entrySet().stream().mapToInt(TooLong::bytes).sum();
        Optional<Map.Entry<String, String>> longest = variables.entrySet().stream().max(Comparator.comparingInt(TooLong::bytes));
        if (longest.isPresent() && bytes(longest.get()) >= LONGEST) {
            return Optional
                    .of(wrong("the environment variable '" + longest.get().getKey() + "' has " + bytes(longest.get()) + " bytes", e));
        }
        return all >= ALL ? Optional.of(wrong("the environment variables have " + all + " bytes together", e)) : Optional.empty();
    }

    private static IOException wrong(String what, IOException e) {
        return new WrongSettingsException(
                what + ", which is more than the system allows for a process (" + e.getMessage() + "): pass it in a file or an object", e);
    }

    private static int bytes(Map.Entry<String, String> variable) {
        return (variable.getKey() + "=" + variable.getValue()).getBytes(StandardCharsets.UTF_8).length;
    }
}
