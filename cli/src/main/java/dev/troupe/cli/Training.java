package dev.troupe.cli;

import java.io.PrintWriter;
import java.io.Writer;
import picocli.CommandLine;

/// What the AOT caches are made from: a run that loads and links the classes a usual start needs. See `bin/launcher.sh`.
final class Training {
    private Training() {}

    public static void main(String[] args) {
        quiet(new Troupe(), "--help");
        quiet(new Ditask(), "--help");
        quiet(new Ditask(), "--topology", "unknown");
        quiet(new Ditask((_, _) -> {}), "--parallel-workers", "2", "--ports", "50515", "--connect-timeout", "1", "--attach-to", "host:1");
    }

    private static void quiet(Object command, String... args) {
        var nowhere = new PrintWriter(Writer.nullWriter());
        CommandLine line = Shell.commandLine(command).setOut(nowhere).setErr(nowhere);
        Shell.run(line, args);
    }
}
