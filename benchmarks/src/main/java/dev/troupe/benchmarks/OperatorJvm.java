package dev.troupe.benchmarks;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An operator in a JVM of its own, with the flags of `bin/troupe` in a container of 512 MB, watched from outside.
final class OperatorJvm implements AutoCloseable {
    private static final double TICKS = 100; // of the kernel's clock in a second
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    private final Process process;
    private final int healthPort;

    private OperatorJvm(Process process, int healthPort) {
        this.process = process;
        this.healthPort = healthPort;
    }

    static OperatorJvm start(String path, Path kubeconfig, String identity) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        ProcessBuilder builder = Measured.java(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xms16m",
                "-XX:MaxRAM=512m", "-XX:MaxRAMPercentage=50", "-XX:+ExitOnOutOfMemoryError"), path,
                "OperatorProcess", "--health-port", Integer.toString(port), "--server-port", "0");
        builder.environment().putAll(Map.of("KUBECONFIG", kubeconfig.toString(), "TROUPE_POD", identity));
        return new OperatorJvm(builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start(), port);
    }

    /// Whether it follows the cluster.
    boolean ready() {
        if (!process.isAlive()) {
            throw new IllegalStateException("the operator ended with " + process.exitValue());
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + healthPort + "/readyz")).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Computed so far, in seconds.
    double seconds() throws IOException {
        String[] fields = Files.readString(Path.of("/proc/" + process.pid() + "/stat")).replaceFirst(".*\\) ", "").split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS;
    }

    /// What lives in its heap, in MB.
    double heap() throws IOException {
        jcmd("GC.run");
        double used = 0;
        Matcher found = USED.matcher(jcmd("GC.heap_info").replaceAll("(?m)^ *(Metaspace|class space).*", ""));
        while (found.find()) {
            used += Double.parseDouble(found.group(1)) / 1024;
        }
        return used;
    }

    /// The most it ever took of the machine's memory, in MB.
    double resident() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream().filter(line -> line.startsWith("VmHWM:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024).findFirst().orElseThrow();
    }

    private String jcmd(String command) throws IOException {
        Process jcmd = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/jcmd").toString(), Long.toString(process.pid()),
                command).redirectErrorStream(true).start();
        return new String(jcmd.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }

    /// Like a crash.
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
