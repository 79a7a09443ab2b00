package dev.troupe.ssh;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// A real sshd on a free port of a loopback address, with a host key of its own. The user of the tests logs in with the keys in
/// `authorized_keys`, a file in its folder.
///
/// `sshd` is taken from the PATH or `/usr/sbin`, or installed from the Debian package if we are root. Where neither works tests are skipped;
/// with the variable CI set they fail.
public final class SshServer implements Closeable {
    private final String address;
    private final int port;
    private final Path folder;
    private Process process;

    private SshServer(String address, int port, Path folder) {
        this.address = address;
        this.port = port;
        this.folder = folder;
    }

    /// Starts one.
    ///
    /// @param folder for its files; not there yet
    /// @param settings more lines for its configuration
    public static SshServer start(String address, Path folder, String... settings) throws IOException {
        String program = program();
        Files.createDirectories(folder);
        SshServer server = new SshServer(address, freePort(address), folder);
        server.makeHostKey("ed25519");
        Files.writeString(folder.resolve("authorized_keys"), "");
        Files.writeString(folder.resolve("sshd_config"), """
                ListenAddress %s
                Port %d
                HostKey %s
                AuthorizedKeysFile %s
                PidFile none
                StrictModes no
                UsePAM no
                PermitRootLogin prohibit-password
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                MaxStartups 100
                %s
                """.formatted(address, server.port, folder.resolve("host_key"), folder.resolve("authorized_keys"),
                String.join("\n", settings)));
        server.restart(program);
        return server;
    }

    /// Makes a new key for the host, as if it was installed again; it counts after [#restart].
    public void makeHostKey(String type) throws IOException {
        Files.deleteIfExists(folder.resolve("host_key"));
        Files.deleteIfExists(folder.resolve("host_key.pub"));
        keygen("-t", type, "-f", folder.resolve("host_key").toString(), "-N", "");
    }

    /// Makes a pair of keys with `ssh-keygen`.
    public static void keygen(String... options) throws IOException {
        run(Stream.concat(Stream.of("ssh-keygen", "-q"), Stream.of(options)).toList());
    }

    /// Lets who has this key log in.
    public void authorise(Path publicKey) throws IOException {
        Files.writeString(folder.resolve("authorized_keys"), Files.readString(publicKey), java.nio.file.StandardOpenOption.APPEND);
    }

    /// Its line for `known_hosts`.
    public String known() throws IOException {
        return "[" + address + "]:" + port + " " + Files.readString(folder.resolve("host_key.pub")).strip();
    }

    public String address() {
        return address;
    }

    public int port() {
        return port;
    }

    /// What it has logged.
    public String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }

    public void restart() throws IOException {
        kill();
        restart(program());
    }

    private void restart(String program) throws IOException {
        process = new ProcessBuilder(program, "-D", "-e", "-f", folder.resolve("sshd_config").toString()).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile())).start();
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IOException("sshd did not start: " + log());
            }
            Thread.onSpinWait();
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 1000);
            socket.setSoTimeout(5000);
            return socket.getInputStream().read() == 'S';
        } catch (IOException e) {
            return false;
        }
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    private static String program() throws IOException {
        Optional<String> found = onPath();
        if (found.isEmpty() && "root".equals(System.getProperty("user.name"))) {
            install();
            found = onPath();
        }
        if (found.isEmpty()) {
            String message = "no sshd on the PATH; install it (Debian: apt-get install openssh-server)";
            if (System.getenv("CI") != null) {
                throw new IOException(message);
            }
            System.err.println("SKIPPED: " + message);
            Assumptions.abort(message);
        }
        if ("root".equals(System.getProperty("user.name"))) {
            Files.createDirectories(Path.of("/run/sshd")); // where it separates privileges
        }
        return found.orElseThrow();
    }

    private static Optional<String> onPath() {
        return Stream.of((System.getenv("PATH") + ":/usr/sbin:/usr/local/sbin").split(":", -1)).map(folder -> Path.of(folder, "sshd"))
                .filter(Files::isExecutable).map(Path::toString).findFirst();
    }

    /// At runlevel 1, Debian installs a service without starting it: only ours run.
    private static void install() throws IOException {
        Path apt = Path.of("/usr/bin/apt-get");
        if (!Files.isExecutable(apt)) {
            return;
        }
        for (List<String> command : List.of(List.of(apt.toString(), "-qq", "update"),
                List.of(apt.toString(), "-qq", "-y", "--no-install-recommends", "install", "openssh-server", "openssh-client"))) {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
            builder.environment().put("RUNLEVEL", "1");
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

    static String run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        int code = process.onExit().join().exitValue();
        if (code != 0) {
            throw new IOException(command + " ended with exit code " + code + ": " + printed);
        }
        return printed;
    }

    private static int freePort(String address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, 0));
            return socket.getLocalPort();
        }
    }
}
