package dev.troupe.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Two machines with a cable between them, as network namespaces. Needs root and the command `ip`.
final class TwoHosts implements AutoCloseable {
    private final List<String> names = new ArrayList<>();

    static TwoHosts start() throws IOException, InterruptedException {
        TwoHosts hosts = new TwoHosts();
        try {
            for (int i = 0; i < 2; i++) {
                String name = "troupe-benchmark-" + ProcessHandle.current().pid() + "-" + i;
                ip("netns", "add", name);
                hosts.names.add(name);
            }
            ip("-n", hosts.names.get(0), "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", hosts.names.get(1));
            for (int i = 0; i < 2; i++) {
                ip("-n", hosts.names.get(i), "address", "add", address(i) + "/24", "dev", "eth0");
                ip("-n", hosts.names.get(i), "link", "set", "eth0", "up");
                ip("-n", hosts.names.get(i), "link", "set", "lo", "up");
            }
            return hosts;
        } catch (IOException | InterruptedException | IllegalStateException e) {
            hosts.close();
            throw e;
        }
    }

    static String address(int host) {
        return "10.78.0." + (host + 1);
    }

    /// A command that runs there.
    List<String> on(int host, List<String> command) {
        List<String> there = new ArrayList<>(List.of("ip", "netns", "exec", names.get(host)));
        there.addAll(command);
        return there;
    }

    private static void ip(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + said.strip() + "; run as root, with iproute2 installed");
        }
    }

    @Override
    public void close() throws IOException {
        for (String name : names) {
            try {
                ip("netns", "delete", name);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
