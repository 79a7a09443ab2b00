package dev.troupe.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Several machines on one switch, as network namespaces, each with a link of a given rate in both directions. Needs root and the commands
/// `ip` and `tc`.
final class ShapedHosts implements AutoCloseable {
    private final List<String> names = new ArrayList<>();

    static ShapedHosts start(int count, String rate) throws IOException, InterruptedException {
        ShapedHosts hosts = new ShapedHosts();
        try {
            String bridge = hosts.add("bridge");
            run("ip", "-n", bridge, "link", "add", "bridge", "type", "bridge");
            run("ip", "-n", bridge, "link", "set", "bridge", "up");
            for (int i = 0; i < count; i++) {
                String host = hosts.add(String.valueOf(i));
                run("ip", "-n", host, "link", "add", "eth0", "type", "veth", "peer", "name", "port" + i, "netns", bridge);
                run("ip", "-n", bridge, "link", "set", "port" + i, "master", "bridge", "up");
                run("ip", "-n", host, "address", "add", address(i) + "/24", "dev", "eth0");
                run("ip", "-n", host, "link", "set", "eth0", "up");
                run("ip", "-n", host, "link", "set", "lo", "up");
                shape(host, "eth0", rate);
                shape(bridge, "port" + i, rate);
            }
            return hosts;
        } catch (IOException | InterruptedException | IllegalStateException e) {
            hosts.close();
            throw e;
        }
    }

    private static void shape(String namespace, String device, String rate) throws IOException, InterruptedException {
        run("tc", "-n", namespace, "qdisc", "add", "dev", device, "root", "tbf", "rate", rate, "burst", "256kb", "latency", "50ms");
    }

    private String add(String what) throws IOException, InterruptedException {
        String name = "troupe-benchmark-" + ProcessHandle.current().pid() + "-" + what;
        run("ip", "netns", "add", name);
        names.add(name);
        return name;
    }

    static String address(int host) {
        return "10.79.0." + (host + 1);
    }

    /// What a command begins with that runs there.
    List<String> on(int host) {
        return List.of("ip", "netns", "exec", names.get(host + 1));
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + said.strip() + "; run as root, with iproute2 installed");
        }
    }

    @Override
    public void close() throws IOException {
        for (String name : names.reversed()) {
            try {
                run("ip", "netns", "delete", name);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
