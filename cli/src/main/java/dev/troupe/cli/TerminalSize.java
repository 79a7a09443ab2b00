package dev.troupe.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many characters a terminal shows.
record TerminalSize(int columns, int rows) {
    private static final Pattern STTY = Pattern.compile("(\\d+) (\\d+)\\s*");
    private static final int PATIENCE_SECONDS = 2;

    /// That of the terminal of this process as it is now, for users resize their windows. Nothing when there is none, or nobody knows.
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

    /// What `stty size` prints: rows, then columns; zeros where a terminal has no size.
    static Optional<TerminalSize> of(String printed) {
        Matcher size = STTY.matcher(printed);
        return size.matches()
                ? Optional.of(new TerminalSize(Integer.parseInt(size.group(2)), Integer.parseInt(size.group(1))))
                        .filter(known -> known.columns > 0 && known.rows > 0)
                : Optional.empty();
    }
}
