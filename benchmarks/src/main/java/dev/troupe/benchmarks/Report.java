package dev.troupe.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;

/// Runs every measure through `bin/ditask` as a user would, and prints one table. Exit code 1 when a figure misses its target.
///
/// `tools/benchmark` starts it; with arguments only the named groups run: wire, local, busy, start, mesh, stop, head; hosts, which needs root
/// and runs only when named; and remote and kube, which have tables of their own ([RemoteReport], [KubeReport]).
public final class Report {
    private final Path home;
    private final Map<String, Double> figures = new HashMap<>();
    private final List<Row> rows = new ArrayList<>();

    /// One line of the table.
    record Row(String measure, String floor, String ours, String target, boolean met) {}

    private Report(Path home) {
        this.home = home;
    }

    public static void main(String[] args) throws Exception {
        Path home = Path.of(args[0]).toAbsolutePath();
        Report report = new Report(home);
        List<String> groups = args.length > 1 ? List.of(args).subList(1, args.length)
                : List.of("wire", "local", "busy", "start", "mesh", "stop", "head", "remote", "kube");
        for (String group : groups) {
            if (!group.equals("remote") && !group.equals("kube")) {
                report.run(group);
            }
        }
        if (!report.rows.isEmpty()) {
            report.print();
        }
        boolean remoteMet = !groups.contains("remote") || new RemoteReport(home).print();
        boolean kubeMet = !groups.contains("kube") || new KubeReport(home).print();
        System.exit(remoteMet && kubeMet && report.rows.stream().allMatch(Row::met) ? 0 : 1);
    }

    private void run(String group) throws IOException, InterruptedException {
        switch (group) {
            case "wire" -> wire();
            case "local" -> local();
            case "busy" -> busy();
            case "start" -> start();
            case "mesh" -> mesh();
            case "stop" -> stop();
            case "head" -> head();
            case "hosts" -> hosts();
            default ->
                    throw new IllegalArgumentException(
                            "unknown group '" + group + "'; use wire, local, busy, start, mesh, stop, head, hosts, remote or kube");
        }
    }

    private void wire() throws IOException, InterruptedException {
        ditask("Wire", 2);
        double small = figures.get("ratio.event.100");
        row("events of 100 B, one way, TCP", rate(figures.get("floor.event.100")), rate(figures.get("event.100")),
                "≥ 1 M/s, ≥ 1/10 of the floor (" + ratio(small) + ")", figures.get("event.100") >= 1e6 && small >= 0.1);
        double large = figures.get("ratio.event.10000");
        row("events of 10 KB, one way, TCP", bytes(figures.get("floor.event.10000") * 1e4), bytes(figures.get("event.10000") * 1e4),
                "≥ 1/2 of the floor (" + ratio(large) + ")", large >= 0.5);
        double trip = figures.get("ratio.event.roundtrip");
        row("round trip, one outstanding, p50", micros(figures.get("floor.event.roundtrip")), micros(figures.get("event.roundtrip")),
                "≤ 2.5 × the floor (" + ratio(trip) + ")", trip <= 2.5);
    }

    private void local() throws IOException, InterruptedException {
        ditask("OneProcess", 1);
        double rate = figures.get("local");
        row("events within one process", "", rate(rate), "≥ 5 M/s", rate >= 5e6);
    }

    private void busy() throws IOException, InterruptedException {
        ditask("BusyCores", 2, "30");
        double p99 = figures.get("busy.p99");
        row("round trip p99, all cores busy for 30 s", "", millis(p99), "< 100 ms, no peer lost",
                p99 < 1e8 && figures.get("busy.lost") == 0);
    }

    private void start() throws IOException, InterruptedException {
        double help = Double.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long began = System.nanoTime();
            new ProcessBuilder(home.resolve("bin/ditask").toString(), "--help").redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
                    .waitFor();
            help = Math.min(help, (double) (System.nanoTime() - began));
        }
        row("`bin/ditask --help`, best of 5", "", millis(help), "< 500 ms", help < 5e8);
        double first = Double.MAX_VALUE;
        double idle = 0;
        for (int i = 0; i < 3; i++) {
            ditask("FirstEvent", 2, String.valueOf(System.currentTimeMillis()));
            first = Math.min(first, figures.get("first-event"));
            idle = Math.max(idle, figures.get("idle-mb"));
        }
        row("two workers, command to first event, best of 3", "", millis(first * 1e6), "< 2,500 ms", first < 2500);
        row("idle worker, resident", "", String.format(Locale.ROOT, "%.0f MB", idle), "< 120 MB", idle < 120);
    }

    private void mesh() throws IOException, InterruptedException {
        ditask("Mesh", 2, "rate", "5");
        ditask("Mesh", 10, "rate", "10");
        double single = figures.get("mesh.1.rate");
        double nine = figures.get("mesh.9.rate");
        row("ten in a mesh, one emits: slowest of the nine", rate(single) + " to one", rate(nine),
                "≥ 1/9 of one (" + ratio(nine / single * 9) + " of that)", nine >= single / 9);
    }

    private void stop() throws IOException, InterruptedException {
        ditask("Mesh", 10, "stop-latest", "10");
        double before = figures.get("stop.latest.others-before");
        double during = figures.get("stop.latest.others-during");
        double growth = figures.get("stop.latest.memory-growth-mb");
        row("one of ten stopped for 10 s, `LATEST`: the others", thousands(before) + " before", thousands(during),
                "not affected; sender grows "
                        + String.format(Locale.ROOT, "%.0f MB", growth),
                during >= before * 0.7 && growth < 100);
        ditask("Mesh", 10, "stop-block", "10");
        double emitted = figures.get("stop.block.emitted-during");
        double least = figures.get("stop.block.least-count");
        double seconds = figures.get("stop.block.seconds");
        double blockGrowth = figures.get("stop.block.memory-growth-mb");
        row("one of ten stopped for 10 s, default: lost", "", String.format(Locale.ROOT, "%.0f", emitted - least), "0; sender grows "
                + String.format(Locale.ROOT, "%.0f MB, blocked until %.1f s", blockGrowth, seconds), emitted == least && blockGrowth < 100);
    }

    /// The head alone, with simulated nodes.
    private void head() throws IOException, InterruptedException {
        System.err.println("measuring: HeadScale");
        Process process = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"), "-cp",
                home.resolve("benchmarks/target/classes") + ":" + home.resolve("head/target/classes") + ":"
                        + home.resolve("values/target/classes"),
                HeadScale.class.getName()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(line -> Figures.read(line, figures));
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException("HeadScale ended with " + process.exitValue());
        }
        double most = figures.get("head.6000.decisions-per-second");
        row("head, 6,000 nodes, 1,000,000 queued tasks: decisions",
                thousands(figures.get("head.100.decisions-per-second")) + " at 100 nodes",
                thousands(most), "≥ 20 k/s", most >= 20_000);
        double growth = figures.get("head.6000.micros-per-decision") / figures.get("head.100.micros-per-decision");
        row("head, cost of a decision at 6,000 nodes", "1 at 100 nodes", ratio(growth), "≤ 60 (linear)", growth <= 60);
        double joins = figures.get("head.1000.join-seconds");
        row("head, 1,000 nodes join at once", "", millis(joins * 1e9), "≤ 10 s", joins <= 10);
        row("head, memory of a node and an actor", "", String.format(Locale.ROOT, "%.1f KB, %.1f KB",
                figures.get("head.6000.bytes-per-node") / 1e3, figures.get("head.6000.bytes-per-actor") / 1e3), "reported", true);
        double grown = figures.get("head.passing.grown-bytes") / 1e6;
        row("head, growth after 10,000 drivers, 100,000 actors, 1,000,000 leases", "", String.format(Locale.ROOT, "%.1f MB", grown),
                "flat (≤ 2 MB)", grown <= 2);
    }

    /// What encryption costs: the floor is the same with `--plain`.
    private void hosts() throws IOException, InterruptedException {
        try (TwoHosts hosts = TwoHosts.start()) {
            Map<String, Double> plain = between(hosts, "--plain");
            Map<String, Double> encrypted = between(hosts);
            compare("events of 100 B between hosts, encrypted", "event.100", plain, encrypted, Report::rate);
            compare("events of 10 KB between hosts, encrypted", "event.10000", plain, encrypted, rate -> bytes(rate * 1e4));
            compare("round trip between hosts, encrypted, p50", "event.roundtrip", plain, encrypted, Report::micros);
        }
    }

    private void compare(String measure, String figure, Map<String, Double> plain, Map<String, Double> encrypted,
            DoubleFunction<String> shown) {
        // Each has a raw socket beside it, as the two are not measured at the same time.
        double ratio = encrypted.get("ratio." + figure) / plain.get("ratio." + figure);
        row(measure, shown.apply(plain.get(figure)) + " plain", shown.apply(encrypted.get(figure)), "(" + ratio(ratio) + " × plain)", true);
    }

    private Map<String, Double> between(TwoHosts hosts, String... options) throws IOException, InterruptedException {
        System.err.println("measuring: Wire between two hosts " + String.join(" ", options));
        List<Process> processes = new ArrayList<>();
        for (int host = 0; host < 2; host++) {
            List<String> command = new ArrayList<>(List.of(home.resolve("bin/ditask").toString(), "--package",
                    home.resolve("benchmarks/target/classes").toString(), "--main", "dev.troupe.benchmarks.Wire.main", "--ports", "50515",
                    "--address", TwoHosts.address(host), "--node-ids", String.valueOf(host)));
            command.addAll(List.of(options));
            if (host > 0) {
                command.addAll(List.of("--attach-to", TwoHosts.address(0) + ":50515"));
            }
            command.addAll(List.of("--", TwoHosts.address(0)));
            processes.add(new ProcessBuilder(hosts.on(host, command)).redirectError(ProcessBuilder.Redirect.INHERIT).start());
        }
        Map<String, Double> found = new HashMap<>();
        for (Process process : processes) {
            try (BufferedReader lines = process.inputReader()) {
                lines.lines().forEach(line -> Figures.read(line, found));
            }
            if (process.waitFor() != 0) {
                processes.forEach(Process::destroyForcibly);
                throw new IllegalStateException("the measure between two hosts ended with " + process.exitValue());
            }
        }
        return found;
    }

    /// Runs one measure in so many workers and keeps the figures it prints.
    private void ditask(String main, int workers, String... arguments) throws IOException, InterruptedException {
        System.err.println("measuring: " + main + " " + String.join(" ", arguments) + " on " + workers + " workers");
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/ditask").toString(), "--package",
                home.resolve("benchmarks/target/classes").toString(), "--main", "dev.troupe.benchmarks." + main + ".main",
                "--parallel-workers", String.valueOf(workers), "--address", "127.0.0.1"));
        if (arguments.length > 0) {
            command.add("--");
            command.addAll(List.of(arguments));
        }
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(line -> Figures.read(line, figures));
        }
        int code = process.waitFor();
        if (code != 0) {
            throw new IllegalStateException(String.join(" ", command) + " ended with " + code);
        }
    }

    private void row(String measure, String floor, String ours, String target, boolean met) {
        rows.add(new Row(measure, floor, ours, target, met));
    }

    private void print() {
        Table table = new Table("Measure", "Floor:", "Ours:", "Target", "Met");
        rows.forEach(r -> table.row(r.measure(), r.floor(), r.ours(), r.target(), r.met() ? "yes" : "NO"));
        table.print();
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%.2f M/s", perSecond / 1e6);
    }

    private static String thousands(double perSecond) {
        return String.format(Locale.ROOT, "%.1f k/s", perSecond / 1e3);
    }

    private static String bytes(double perSecond) {
        return String.format(Locale.ROOT, "%.2f GB/s", perSecond / 1e9);
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.0f ms", nanos / 1e6);
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
