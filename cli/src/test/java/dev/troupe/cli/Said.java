package dev.troupe.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/// What a command printed, and its exit code.
record Said(int exitCode, String out, String err) {
    static Said by(Object command, String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        var line = (command instanceof Troupe ? Troupe.line(args) : Shell.commandLine(command)).setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        return new Said(Shell.run(line, args), out.toString(), err.toString());
    }
}
