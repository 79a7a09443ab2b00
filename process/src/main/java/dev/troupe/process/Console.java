package dev.troupe.process;

import java.io.PrintStream;
import java.util.Optional;

/// Standard output and error of a launcher. All workers write to them, one line at a time, each with the prefix of its worker.
public final class Console {
    private final PrintStream out;
    private final PrintStream err;
    private Optional<LinePump> unfinished = Optional.empty();

    public Console(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    /// Writes bytes that continue where the pump stopped. They contain the prefixes of all lines but the first, which needs one unless it
    /// continues a line that the same pump has left unfinished.
    synchronized void write(LinePump pump, byte[] bytes, int length, boolean endsLine) {
        boolean goesOn = unfinished.filter(last -> last == pump).isPresent();
        if (!goesOn) {
            finishLine();
            pump.target().write(pump.prefix(), 0, pump.prefix().length);
        }
        pump.target().write(bytes, 0, length);
        pump.target().flush();
        unfinished = endsLine ? Optional.empty() : Optional.of(pump);
    }

    /// Ends the line that the pump left unfinished, if no other line has been printed since.
    synchronized void finish(LinePump pump) {
        if (unfinished.filter(last -> last == pump).isPresent()) {
            finishLine();
        }
    }

    /// A line of the launcher itself.
    public synchronized void say(String line) {
        finishLine();
        err.println(line);
        err.flush();
    }

    private void finishLine() {
        unfinished.ifPresent(last -> {
            last.target().write('\n');
            last.target().flush();
        });
        unfinished = Optional.empty();
    }
}
