package dev.troupe.cli;

import dev.troupe.ssh.Finding;
import dev.troupe.ssh.HostReport;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/// Prints what happened on hosts, folded to the width of the terminal.
final class HostReports {
    private static final String INDENT = " ".repeat(6);

    private final PrintWriter out;
    private final Optional<TerminalSize> terminal;

    HostReports(PrintWriter out, Optional<TerminalSize> terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /// Each host that failed, with its own words and what the doctor found there.
    void failures(String command, List<HostReport> reports) {
        for (HostReport report : reports) {
            if (!report.succeeded()) {
                print(command + ": " + report.host() + ": " + report.sentence());
                report.words().forEach(line -> print("    " + line));
                report.findings().forEach(finding -> print("    doctor: ", finding));
            }
        }
    }

    /// All findings below the name of their machine.
    void findings(String machine, List<Finding> findings) {
        print(machine);
        findings.forEach(finding -> print("  ", finding));
    }

    /// In one line if that fits; otherwise the sentence has lines of its own.
    private void print(String start, Finding finding) {
        String name = start + "%-7s  %-7s".formatted(finding.verdict(), finding.check());
        String line = name + "  " + finding.sentence();
        if (terminal.filter(size -> size.columns() <= line.length()).isPresent()) {
            print(name.stripTrailing());
            print(INDENT + finding.sentence());
        } else {
            print(line);
        }
    }

    private void print(String line) {
        out.print(terminal.map(size -> new FoldedText(size.columns() - 1).paragraphs(line)).orElse(line + System.lineSeparator()));
        out.flush();
    }
}
