package dev.troupe.redis;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// A real Redis on a free loopback port, without persistence, in a folder that is removed at the end.
///
/// `redis-server` is taken from the PATH, or installed from the Debian package if we are root. Where neither works tests are
/// skipped; with the variable CI set they fail.
public final class RedisServer implements Closeable {
    private static final String PROGRAM = "redis-server";

    private final String program;
    private final int port;
    private final Path folder;
    private Process process;

    private RedisServer(String program, int port, Path folder) {
        this.program = program;
        this.port = port;
        this.folder = folder;
    }

    public static RedisServer start() throws IOException {
        RedisServer server = new RedisServer(program(), freePort(), Files.createTempDirectory("troupe-redis"));
        server.restart();
        return server;
    }

    public int port() {
        return port;
    }

    /// `redis://127.0.0.1:port/group/nodeId`
    public String address(String group, int nodeId) {
        return "redis://127.0.0.1:" + port + "/" + group + "/" + nodeId;
    }

    /// Kills it like a crash; what it held is gone.
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /// Starts it (again) on the same port.
    public void restart() throws IOException {
        process = new ProcessBuilder(program, "--port", Integer.toString(port), "--bind", "127.0.0.1", "--save", "",
                "--appendonly", "no", "--dir", folder.toString(), "--daemonize", "no").redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile()).start();
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IOException("Redis did not start: " + Files.readString(folder.resolve("log")));
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() throws IOException {
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            socket.setSoTimeout(1000);
            socket.getOutputStream().write("PING\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            return socket.getInputStream().read() == '+';
        } catch (IOException e) {
            return false;
        }
    }

    private static String program() throws IOException {
        Optional<String> found = onPath();
        if (found.isEmpty() && "root".equals(System.getProperty("user.name"))) {
            install();
            found = onPath();
        }
        if (found.isEmpty()) {
            String message = "no redis-server on the PATH; install it (Debian: apt-get install redis-server)";
            if (System.getenv("CI") != null) {
                throw new IOException(message);
            }
            System.err.println("SKIPPED: " + message);
            Assumptions.abort(message);
        }
        return found.orElseThrow();
    }

    private static Optional<String> onPath() {
        return Stream.of(System.getenv("PATH").split(":", -1)).map(folder -> Path.of(folder, PROGRAM))
                .filter(Files::isExecutable).map(Path::toString).findFirst();
    }

    /// `policy-rc.d` is not touched: the package's own service may start on its usual port, which does not disturb us.
    private static void install() throws IOException {
        Path apt = Path.of("/usr/bin/apt-get");
        if (!Files.isExecutable(apt)) {
            return;
        }
        for (List<String> command : List.of(List.of(apt.toString(), "-qq", "update"),
                List.of(apt.toString(), "-qq", "-y", "install", PROGRAM))) {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
            try {
                if (!builder.start().waitFor(5, TimeUnit.MINUTES)) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
