package dev.troupe.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The table of objects that travel between the stores of nodes. `-Dmegabytes` and `-Drounds` change the size of the object and the number of rounds.
final class ObjectsReport {
    private static final long MIB = 1 << 20;
    private static final long LARGE = Long.getLong("megabytes", 1024) * MIB;
    private static final int ROUNDS = Integer.getInteger("rounds", 7);
    private static final long BROADCAST = 256 * MIB;
    private static final int PULLERS = 8;
    private static final int BROADCASTS = 3;

    private final Table table = new Table("Measure", "Floor:", "Ours:", "Target", "Met");
    private final String path;
    private boolean allMet = true;

    ObjectsReport(Path home) {
        this.path = home.resolve("benchmarks/target/classes") + ":" + home.resolve("benchmarks/target/lib") + "/*";
    }

    /// Measures; true when every target was met.
    boolean print(String group) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("troupe-objects-");
        try {
            keys(folder);
            if (!group.equals("broadcast")) {
                between(folder, "NEVER", "`FileChannel.transferTo`");
                between(folder, "ALWAYS", "`SSLSocket`");
            }
            if (!group.equals("pairs")) {
                broadcast(folder);
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                    Files.delete(file);
                }
            }
        }
        table.print();
        return allMet;
    }

    private static void keys(Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/keytool").toString(), "-genkeypair", "-alias",
                "raw",
                "-keyalg", "EC", "-dname", "CN=raw", "-storetype", "PKCS12", "-keystore", folder.resolve(RawTransfer.KEYS).toString(),
                "-storepass",
                RawTransfer.PASSWORD).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        if (process.waitFor() != 0) {
            throw new IOException("keytool ended with " + process.exitValue());
        }
    }

    /// One object between two processes, and the same bytes over a raw socket, in turns.
    private void between(Path folder, String encryption, String raw) throws IOException {
        boolean tls = encryption.equals("ALWAYS");
        System.err.println("measuring: an object between two processes, " + (tls ? "encrypted" : "plain"));
        String capacity = String.valueOf(LARGE * 5 / 4 + 64 * MIB);
        try (NodeProcess source = new NodeProcess(List.of(), path, "1", "127.0.0.1", encryption, capacity, folder.toString());
                NodeProcess target = new NodeProcess(List.of(), path, "2", "127.0.0.1", encryption, capacity, folder.toString())) {
            source.ask("knows 2 " + target.address);
            target.ask("knows 1 " + source.address);
            String[] object = source.ask("put " + LARGE).split(" ", -1);
            List<Double> floors = new ArrayList<>();
            List<Double> ours = new ArrayList<>();
            List<Double> ratios = new ArrayList<>();
            List<Double> cpus = new ArrayList<>();
            for (int round = 0; round < ROUNDS + 2; round++) {
                double began = cpu(source, target);
                double floor = LARGE / Double.parseDouble(target.ask(
                        "raw " + (tls ? "tls" : "plain") + " 127.0.0.1 " + source.rawPort + " " + object[1] + " " + LARGE));
                double between = cpu(source, target);
                double pulled = LARGE / Double.parseDouble(target.ask("pull 1 " + object[0] + " " + LARGE));
                double cpu = (cpu(source, target) - between) / LARGE;
                double floorCpu = (between - began) / LARGE;
                System.err.printf(Locale.ROOT, "  round %d: %.2f of %.2f GB/s, %.2f and %.2f ns of CPU a byte%n", round, pulled / 1e9,
                        floor / 1e9, cpu, floorCpu);
                target.ask("drop");
                if (round >= 2) {
                    floors.add(floor);
                    ours.add(pulled);
                    ratios.add(pulled / floor);
                    cpus.add(cpu / floorCpu);
                }
            }
            double ratio = median(ratios);
            row(LARGE / MIB + " MiB object between two processes, " + (tls ? "encrypted" : "plain"), rate(median(floors)) + " " + raw,
                    rate(median(ours)), String.format(Locale.ROOT, "≥ 0.70 of the floor (%.2f; %.2f × its CPU time)", ratio, median(cpus)),
                    ratio >= 0.7);
        }
    }

    private static double cpu(NodeProcess source, NodeProcess target) throws IOException {
        return Double.parseDouble(source.ask("cpu")) + Double.parseDouble(target.ask("cpu"));
    }

    private void broadcast(Path folder) throws IOException, InterruptedException {
        System.err.println("measuring: an object to " + PULLERS + " nodes over links of 250 Mbit/s");
        List<NodeProcess> nodes = new ArrayList<>();
        try (ShapedHosts hosts = ShapedHosts.start(PULLERS + 1, "250mbit")) {
            for (int i = 0; i <= PULLERS; i++) {
                nodes.add(new NodeProcess(hosts.on(i), path, String.valueOf(i), ShapedHosts.address(i), "BETWEEN_MACHINES",
                        String.valueOf(BROADCAST * 5 / 4 + 64 * MIB), folder.toString()));
            }
            for (NodeProcess node : nodes) {
                for (int i = 0; i < nodes.size(); i++) {
                    node.ask("knows " + i + " " + nodes.get(i).address);
                }
            }
            String warm = "pull 0 " + nodes.getFirst().ask("put " + 16 * MIB).split(" ", -1)[0] + " " + 16 * MIB;
            String pull = "pull 0 " + nodes.getFirst().ask("put " + BROADCAST).split(" ", -1)[0] + " " + BROADCAST;
            pull(nodes.subList(1, nodes.size()), warm);
            List<Double> one = new ArrayList<>();
            List<Double> all = new ArrayList<>();
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round < BROADCASTS; round++) {
                one.add(pull(nodes.subList(1 + round, 2 + round), pull));
                long before = Long.parseLong(nodes.getFirst().ask("sent"));
                all.add(pull(nodes.subList(1, nodes.size()), pull));
                ratios.add(all.getLast() / one.getLast());
                System.err.printf(Locale.ROOT, "  round %d: to one %.1f s, to all %.1f s; the origin sent %.2f times the object%n", round,
                        one.getLast(),
                        all.getLast(), (Long.parseLong(nodes.getFirst().ask("sent")) - before) / (double) BROADCAST);
            }
            double ratio = median(ratios);
            row("256 MiB object to 8 nodes over links of 250 Mbit/s each, encrypted", seconds(median(one)) + " to one",
                    seconds(median(all)),
                    String.format(Locale.ROOT, "≤ 1.6 × the time to one (%.2f)", ratio), ratio <= 1.6);
        } finally {
            for (NodeProcess node : nodes) {
                node.close();
            }
        }
    }

    /// All at once; seconds until the last has it. Afterwards nobody has it.
    private static double pull(List<NodeProcess> nodes, String command) throws IOException {
        long began = System.nanoTime();
        for (NodeProcess node : nodes) {
            node.tell(command);
        }
        for (NodeProcess node : nodes) {
            node.answer();
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        for (NodeProcess node : nodes) {
            node.ask("drop");
        }
        return seconds;
    }

    private void row(String measure, String floor, String ours, String target, boolean met) {
        allMet &= met;
        table.row(measure, floor, ours, target, met ? "yes" : "NO");
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%.2f GB/s", perSecond / 1e9);
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.1f s", value);
    }
}
