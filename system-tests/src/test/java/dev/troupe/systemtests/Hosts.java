package dev.troupe.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// Several machines on one network, as network namespaces on a bridge: 10.77.0.1, 10.77.0.2 and so on, with no way out. Needs root and
/// `ip`; without them tests are skipped, and fail where the variable CI is set.
final class Hosts implements AutoCloseable {
    private final String prefix = "troupe" + ProcessHandle.current().pid() % 100_000;
    private final List<String> namespaces = new ArrayList<>();

    /// That many hosts.
    static Hosts start(int count) throws IOException, InterruptedException {
        needRootAndIp();
        var hosts = new Hosts();
        try {
            hosts.makeBridge();
            for (int i = 0; i < count; i++) hosts.makeHost(i);
            return hosts;
        } catch (IOException | InterruptedException | AssertionError e) {
            hosts.close();
            throw e;
        }
    }

    private static void needRootAndIp() throws IOException, InterruptedException {
        boolean root = "root".equals(System.getProperty("user.name"));
        if (root && ip().isEmpty() && Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
            var install = new ProcessBuilder("sh", "-c", "apt-get -qq update && apt-get -qq -y install iproute2");
            install.environment().put("DEBIAN_FRONTEND", "noninteractive");
            install.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        }
        if (root && ip().isPresent()) return;
        var message = "several hosts need root and the command ip (Debian: apt-get install iproute2)";
        if (System.getenv("CI") != null) throw new IOException(message);
        System.err.println("SKIPPED: " + message);
        Assumptions.abort(message);
    }

    /// Often not on the path of those who are not root.
    private static Optional<Path> ip() {
        return Stream.of("/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip", "/bin/ip").map(Path::of).filter(Files::isExecutable).findFirst();
    }

    /// The bridge has a namespace of its own, so that nothing of it is seen on this machine.
    private void makeBridge() throws IOException, InterruptedException {
        addNamespace(bridge());
        ip("-n", bridge(), "link", "add", "bridge", "type", "bridge");
        ip("-n", bridge(), "link", "set", "bridge", "up");
    }

    private void makeHost(int i) throws IOException, InterruptedException {
        addNamespace(name(i));
        ip("-n", name(i), "link", "add", "eth0", "type", "veth", "peer", "name", "port" + i, "netns", bridge());
        ip("-n", bridge(), "link", "set", "port" + i, "master", "bridge", "up");
        ip("-n", name(i), "address", "add", address(i) + "/24", "dev", "eth0");
        ip("-n", name(i), "link", "set", "eth0", "up");
        ip("-n", name(i), "link", "set", "lo", "up");
    }

    private void addNamespace(String name) throws IOException, InterruptedException {
        ip("netns", "add", name);
        namespaces.add(name);
    }

    String address(int host) {
        return "10.77.0." + (host + 1);
    }

    /// Goes before a command that runs there.
    String[] on(int host) {
        return new String[]{ip().orElseThrow().toString(), "netns", "exec", name(host)};
    }

    /// Pulls the cable of a host.
    void cut(int host) throws IOException, InterruptedException {
        ip("-n", bridge(), "link", "set", "port" + host, "down");
    }

    void restore(int host) throws IOException, InterruptedException {
        ip("-n", bridge(), "link", "set", "port" + host, "up");
    }

    /// Of its namespace.
    String name(int host) {
        return prefix + "-" + host;
    }

    private String bridge() {
        return prefix + "-bridge";
    }

    static void ip(String... words) throws IOException, InterruptedException {
        var command = Stream.concat(ip().stream().map(Path::toString), Stream.of(words)).toList();
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (process.waitFor() != 0) throw new AssertionError(String.join(" ", command) + ": " + said);
    }

    /// Removes them; what still runs there keeps a network without a name until it ends.
    @Override
    public void close() throws IOException {
        for (var namespace : namespaces) {
            try {
                ip("netns", "delete", namespace);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
