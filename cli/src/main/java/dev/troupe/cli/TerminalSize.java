package dev.troupe.cli;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The size of a terminal in characters.
record TerminalSize(int columns, int rows) {
    private static final Pattern STTY = Pattern.compile("(\\d+) (\\d+)\\s*");
    private static final int PATIENCE_SECONDS = 2;

    /// The present size, if standard output is a terminal.
    static Optional<TerminalSize> ofOutput() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).flatMap(_ -> now());
    }

    /// The present size of this process's terminal, because users resize their windows. Empty if there is no terminal or its size is unknown.
    static Optional<TerminalSize> now() {
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            if (!stty.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return Optional.empty();
            }
            return of(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException none) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /// Parses the output of `stty size`: rows, then columns; zeros if a terminal has no size.
    static Optional<TerminalSize> of(String printed) {
        Matcher size = STTY.matcher(printed);
        return size.matches()
                ? Optional.of(new TerminalSize(Integer.parseInt(size.group(2)), Integer.parseInt(size.group(1))))
                        .filter(known -> known.columns > 0 && known.rows > 0)
                : Optional.empty();
    }
}
