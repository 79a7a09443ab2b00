package dev.troupe.cli;

import dev.troupe.process.PrivateDirectory;
import dev.troupe.transport.Token;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Starts the process of a node in the background, and waits until it is ready.
final class NodeProcess {
    private static final int USUAL_PORT = 6379;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 20;

    /// What to start.
    ///
    /// @param head the head to join; absent: start one
    /// @param offer the settings of the node by their names
    /// @param tokenFile `-` for standard input
    /// @param block stay in the foreground
    record Order(Optional<String> head, Optional<Integer> port, Optional<String> ip, Map<String, String> offer, Optional<String> tokenFile,
            boolean plain, int fenceSeconds, boolean block) {}

    private final RunningNodes nodes;
    private final PrintWriter out;

    NodeProcess(RunningNodes nodes, PrintWriter out) {
        this.nodes = nodes;
        this.out = out;
    }

    /// Returns the exit code.
    int start(Order order) throws IOException, InterruptedException {
        for (RunningNodes.Running node : nodes.all()) {
            if (order.head().isPresent() && order.head().get().equals(node.address())) {
                out.println("already running: a node of " + node.address() + ", process " + node.process().pid());
                out.flush();
                return 0;
            }
            if (order.head().isEmpty() && node.head() && (order.port().isEmpty() || node.address().endsWith(":" + order.port().get()))) {
                throw new IOException("your head at " + node.address() + " is already running, process " + node.process().pid()
                        + "; stop it with: troupe stop");
            }
        }
        PrivateDirectory.at(nodes.directory());
        Path token = token(order);
        int port = port(order);
        Path logs = nodes.directory().resolve("logs");
        Files.createDirectories(logs);
        Path log = Files.createTempFile(logs, "node-", ".log");
        ProcessBuilder builder = new ProcessBuilder(command(order, token, port, log)).redirectInput(ProcessBuilder.Redirect.from(
                Path.of("/dev/null").toFile()));
        builder.environment().put("TROUPE_STATE", nodes.directory().toString());
        if (order.block()) {
            return builder.redirectOutput(ProcessBuilder.Redirect.INHERIT).redirectError(ProcessBuilder.Redirect.INHERIT).start().waitFor();
        }
        Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        RunningNodes.Running node = await(process, log);
        describe(order, node, token, log);
        return 0;
    }

    private List<String> command(Order order, Path token, int port, Path log) {
        List<String> options = new ArrayList<>(List.of("-Xms16m", "-Xmx512m"));
        order.offer().forEach((name, value) -> options.add("-Dtroupe." + name + "=" + value));
        order.ip().ifPresent(ip -> options.add("-Dray.node-ip=" + ip));
        List<String> arguments = new ArrayList<>(List.of("port=" + port, "token=" + token, "state=" + nodes.directory(),
                "logs=" + log.toString().replaceFirst("\\.log$", ""), "fence=PT" + order.fenceSeconds() + "S"));
        order.head().ifPresent(head -> arguments.add("head=" + head));
        order.ip().ifPresent(ip -> arguments.add("ip=" + ip));
        if (order.plain()) {
            arguments.add("plain=true");
        }
        List<String> command = RuntimeJvm.command(options, "dev.troupe.runtime.NodeMain", arguments);
        if (!order.block()) {
            command.addFirst("setsid"); // so that closing the terminal does not end it
        }
        return command;
    }

    private Path token(Order order) throws IOException {
        Optional<String> given = order.tokenFile();
        String variable = System.getenv("TROUPE_TOKEN");
        if (given.isPresent() && !given.get().equals("-")) {
            Path file = Path.of(given.get()).toAbsolutePath();
            Token.load(file);
            return file;
        }
        if (given.isPresent() || (variable != null && !variable.isBlank())) {
            String secret = given.isPresent() ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8) : variable;
            Path fresh = Files.createTempFile(nodes.directory(), "token", ".new",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(fresh, secret.strip() + "\n");
            Path file = nodes.directory().resolve("token-" + order.head().orElse("head").replaceAll("[^A-Za-z0-9.]", "-"));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            Token.load(file);
            return file;
        }
        Token.find(null); // creates it
        return RunningNodes.userDirectory().resolve("token");
    }

    // Another program may take the port between this look and the start; then the start fails and says so.
    private int port(Order order) throws IOException {
        if (order.port().isPresent()) {
            return order.port().get();
        }
        if (order.head().isPresent()) {
            return 0;
        }
        try (ServerSocket _ = new ServerSocket(USUAL_PORT, 1, order.ip().isPresent() ? InetAddress.getByName(order.ip().get()) : null)) {
            return USUAL_PORT;
        } catch (IOException e) {
            out.println("port " + USUAL_PORT + " is in use; the head takes another one");
            return 0;
        }
    }

    private RunningNodes.Running await(Process process, Path log) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            Optional<RunningNodes.Running> node = nodes.of(process.pid());
            if (node.isPresent()) {
                return node.get();
            }
            if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                String said = Files.readString(log).strip();
                throw new IOException(said.isEmpty() ? "the node ended at once; its log " + log + " is empty"
                        : said.lines().reduce((_, last) -> last).orElse(said).replaceFirst("^troupe start: ", ""));
            }
        }
        process.destroyForcibly();
        throw new IOException("the node was not ready after " + PATIENCE.toSeconds() + " s; see its log " + log);
    }

    private void describe(Order order, RunningNodes.Running node, Path token, Path log) {
        if (order.head().isPresent()) {
            out.println("Node " + node.ip() + " has joined the cluster at " + node.address() + ".");
        } else {
            out.println("The head of the cluster listens on " + node.address() + ".");
            out.println();
            out.println("To add a machine, copy the token there once, and start a node:");
            out.println("    scp " + token + " MACHINE:.troupe/token");
            out.println("    troupe start --address " + node.address());
            out.println();
            out.println("To run a program on the cluster from a machine with a node:");
            out.println("    java -Dray.address=" + node.address() + " -cp … my.app.Main");
            out.println();
            out.println(
                    "If another machine cannot connect, check the firewalls: the machines of a cluster must reach all TCP ports of each other.");
        }
        out.println("To see the cluster:   troupe status");
        out.println("To stop this machine: troupe stop");
        out.println("Log: " + log);
        out.flush();
    }
}
