package dev.troupe.cli;

import dev.troupe.ssh.Host;
import dev.troupe.ssh.Progress;
import dev.troupe.ssh.Stage;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Shows how far the work on each host is: on a terminal a table that is redrawn; otherwise one line for each host that is done.
final class HostBoard implements Progress {
    private static final String GAP = "   ";
    private static final int LEAST_NAME = 8;
    private static final long SIZE_IS_KNOWN_NANOS = 1_000_000_000;

    private final PrintWriter out;
    private final Supplier<Optional<TerminalSize>> terminal;
    private final LongSupplier nanoTime;
    private final SequencedMap<Host, Stage> stages = new LinkedHashMap<>();
    private Optional<TerminalSize> size = Optional.empty();
    private long asked;
    private int drawn;

    /// @param terminal the present size of the terminal; empty if the output is not a terminal
    HostBoard(PrintWriter out, Supplier<Optional<TerminalSize>> terminal, LongSupplier nanoTime, List<Host> hosts) {
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        hosts.forEach(host -> stages.put(host, Stage.WAITING));
        ask();
    }

    /// Whether there is a terminal to draw on.
    boolean isDrawn() {
        return size.isPresent();
    }

    @Override
    public synchronized void reached(Host host, Stage stage) {
        stages.put(host, stage);
        if (nanoTime.getAsLong() - asked > SIZE_IS_KNOWN_NANOS) {
            ask();
        }
        if (size.isPresent()) {
            draw(size.get());
        } else if (stage.isEnd() || stage == Stage.INSTALLING) {
            out.println(host + ": " + stage);
            out.flush();
        }
    }

    /// Users resize their windows, but asking for the size starts a process.
    private void ask() {
        size = terminal.get();
        asked = nanoTime.getAsLong();
    }

    private void draw(TerminalSize now) {
        if (drawn > 0) {
            out.print("\u001b[" + drawn + "A\u001b[J");
        }
        // Some terminals start a new line as soon as the last column is written.
        List<String> lines = lines(now.columns() - 1, Math.max(2, now.rows() - 1));
        lines.forEach(out::println);
        out.flush();
        drawn = lines.size();
    }

    private List<String> lines(int columns, int rows) {
        boolean allFit = stages.size() + 2 <= rows;
        List<Map.Entry<Host, Stage>> shown = new ArrayList<>(stages.entrySet());
        if (!allFit) { // those that somebody may wait for
            shown.sort(Comparator.comparingInt(entry -> urgency(entry.getValue())));
            shown = shown.subList(0, Math.max(0, rows - 2));
        }
        int stageWidth = Stream.of(Stage.values()).mapToInt(stage -> stage.toString().length()).max().orElseThrow();
        int longest = Math.max("HOST".length(), shown.stream().mapToInt(entry -> entry.getKey().toString().length()).max().orElse(0));
        int nameWidth = Math.min(longest, Math.max(LEAST_NAME, columns - GAP.length() - stageWidth));
        List<String> lines = new ArrayList<>();
        lines.add(line("HOST", "STATE", nameWidth, columns));
        shown.forEach(entry -> lines.add(line(entry.getKey().toString(), entry.getValue().toString(), nameWidth, columns)));
        lines.add(shortened(counts(stages.values().stream().toList()), columns));
        return lines;
    }

    private static int urgency(Stage stage) {
        return stage == Stage.WAITING ? 2 : !stage.isEnd() ? 0 : stage == Stage.FAILED ? 1 : 3;
    }

    /// E.g. `3 hosts: 2 started, 1 failed`.
    static String counts(List<Stage> stages) {
        String each = Stream.of(Stage.values()).filter(stages::contains)
                .map(stage -> stages.stream().filter(stage::equals).count() + " " + stage).collect(Collectors.joining(", "));
        return stages.size() + (stages.size() == 1 ? " host: " : " hosts: ") + each;
    }

    private static String line(String name, String stage, int nameWidth, int columns) {
        String start = shortened(name, nameWidth);
        return shortened(start + " ".repeat(nameWidth - start.length()) + GAP + stage, columns);
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, Math.max(0, most - 1)) + "…";
    }

    /// Ends the table; what is printed next comes below it. Without a table, the counts are printed.
    synchronized void end() {
        if (drawn == 0) {
            out.println(counts(stages.values().stream().toList()));
            out.flush();
        }
        drawn = 0;
    }
}
