package dev.troupe.runtime;

import dev.troupe.cluster.Joining;
import dev.troupe.head.Cluster;
import dev.troupe.messages.Query;
import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Prints the state of the cluster that this user's node on this machine belongs to; `troupe status` runs it.
public final class StatusMain {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final double GIB = 1L << 30;

    private StatusMain() {}

    /// Exits with 1 if there is no cluster, or it does not answer.
    public static void main(String[] args) {
        try {
            List<NodeFile> nodes = NodeFile.living(NodeFile.directory());
            if (nodes.isEmpty()) {
                System.err.println("troupe status: no node of yours runs on this machine; start one with: troupe start --head");
                Runtime.getRuntime().halt(1);
            }
            NodeFile node = nodes.getFirst();
            System.out.print(text(node.address(), view(node)));
        } catch (IOException | RuntimeException e) {
            System.err.println("troupe status: " + e.getMessage());
            Runtime.getRuntime().halt(1);
        }
    }

    private static Cluster view(NodeFile node) throws IOException {
        Address agent = WorkerSession.address(WorkerSession.socket(node.seat().sockets(), node.seat().agent()));
        return (Cluster) Joining.ask(node.seat().agent(), agent, Token.load(node.seat().token()), node.seat().links(), new Query.View(),
                PATIENCE);
    }

    static String text(String address, Cluster cluster) {
        StringBuilder text = new StringBuilder("Cluster at " + address + "\n\n");
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[]{"NODE", "ADDRESS", "STATE", "USED / TOTAL"});
        for (Cluster.NodeView node : cluster.nodes()) {
            rows.add(new String[]{Long.toString(node.node().number()), node.ip(), node.state().name().toLowerCase(Locale.ROOT),
                    usage(node)});
        }
        table(rows, text);
        if (!cluster.waiting().isEmpty()) {
            text.append("\nWaiting:\n");
            cluster.waiting().forEach(
                    one -> text.append("  ").append(one.count()).append(" × ").append(one.what()).append(": ").append(one.why())
                            .append('\n'));
        }
        return text.toString();
    }

    private static String usage(Cluster.NodeView node) {
        Map<String, Double> free = node.available().units();
        List<String> parts = new ArrayList<>();
        new TreeMap<>(node.total().units()).forEach((name, total) -> {
            double used = total - free.getOrDefault(name, 0.0);
            parts.add(name.endsWith("memory") ? String.format(Locale.ROOT, "%s %.1f / %.1f GiB", name, used / GIB, total / GIB)
                    : name + " " + number(used) + " / " + number(total));
        });
        return String.join(", ", parts);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.2f", value);
    }

    private static void table(List<String[]> rows, StringBuilder to) {
        int[] widths = new int[rows.getFirst().length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                line.append(row[i]).append(" ".repeat(widths[i] - row[i].length() + 3));
            }
            to.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
