package dev.troupe.kube;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A node whose kubelet knows one thing: what pods have printed. The API server asks it for that as it asks any other, so pods whose
/// `nodeName` it is have logs. Tests write the lines.
public final class LogNode implements AutoCloseable {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final KubeCluster cluster;
    private final String name = "logs-" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpsServer server;
    /// By namespace/pod.
    private final Map<String, Log> logs = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private int cuts;

    /// What one pod has printed, each line with its time.
    private static final class Log {
        private final List<String> lines = new ArrayList<>();
        private boolean ended;
    }

    public LogNode(KubeCluster cluster) throws IOException {
        cluster.assumeOwn("its API server cannot reach a node of this test");
        this.cluster = cluster;
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(identity()));
        server.setExecutor(threads);
        server.createContext("/containerLogs/", this::answer);
        server.start();
        cluster.client().resource(new NodeBuilder().withNewMetadata().withName(name).endMetadata().withNewStatus()
                .addNewAddress("127.0.0.1", "InternalIP").withNewDaemonEndpoints().withNewKubeletEndpoint(server.getAddress().getPort())
                .endDaemonEndpoints().endStatus().build()).create();
    }

    public String name() {
        return name;
    }

    /// One more line.
    public synchronized void print(String namespace, String pod, String time, String text) {
        log(namespace + "/" + pod).lines.add(time + " " + text);
        notifyAll();
    }

    /// The pod prints no more. Another of its name may.
    public synchronized void end(String namespace, String pod) {
        logs.computeIfPresent(namespace + "/" + pod, (_, log) -> {
            log.ended = true;
            return log;
        });
        notifyAll();
    }

    /// The pod is no more.
    public synchronized void forget(String namespace, String pod) {
        end(namespace, pod);
        logs.remove(namespace + "/" + pod);
    }

    /// Breaks the connections of all who follow a log.
    public synchronized void cut() {
        cuts++;
        notifyAll();
    }

    private Log log(String pod) {
        return logs.computeIfAbsent(pod, _ -> new Log());
    }

    /// What was asked for so far, without the paths.
    public synchronized List<String> asked() {
        return List.copyOf(asked);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        String[] path = exchange.getRequestURI().getPath().split("/", -1);
        Log log;
        int before;
        int from;
        synchronized (this) {
            asked.add(query);
            log = log(path[2] + "/" + path[3]);
            before = cuts;
            from = first(log.lines, query);
        }
        exchange.sendResponseHeaders(200, 0);
        try (exchange; OutputStream out = exchange.getResponseBody()) {
            out.flush();
            for (List<String> more = next(log, from, before, query); !more.isEmpty(); more = next(log, from, before, query)) {
                out.write((String.join("\n", more) + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
                from += more.size();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int first(List<String> lines, String query) {
        Matcher tail = Pattern.compile("tailLines=(\\d+)").matcher(query);
        if (tail.find()) {
            return Math.max(0, lines.size() - Integer.parseInt(tail.group(1)));
        }
        Matcher since = Pattern.compile("sinceTime=([^&]+)").matcher(query);
        if (!since.find()) {
            return 0;
        }
        Instant time = Instant.parse(since.group(1));
        return (int) lines.stream().takeWhile(line -> Instant.parse(line.substring(0, line.indexOf(' '))).isBefore(time)).count();
    }

    /// Waits for lines when they are to be followed; none when there is nothing more to come.
    private synchronized List<String> next(Log log, int from, int before, String query) throws InterruptedException {
        while (cuts == before && from >= log.lines.size() && !log.ended && query.contains("follow=true")) {
            wait();
        }
        return cuts > before ? List.of() : List.copyOf(log.lines.subList(from, log.lines.size()));
    }

    private static SSLContext identity() throws IOException {
        Path directory = Files.createTempDirectory("log-node");
        try {
            Path key = directory.resolve("key");
            Path certificate = directory.resolve("certificate");
            Path store = directory.resolve("store");
            openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    "/CN=kubelet", "-keyout", key.toString(), "-out", certificate.toString());
            openssl("pkcs12", "-export", "-inkey", key.toString(), "-in", certificate.toString(), "-passout",
                    "pass:" + String.valueOf(PASSWORD), "-out", store.toString());
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(KeyStore.getInstance(store.toFile(), PASSWORD), PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            for (Path file : List.of(key, certificate, store, directory)) {
                Files.delete(file);
            }
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static void openssl(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
    }

    @Override
    public void close() {
        cut();
        cluster.client().nodes().withName(name).delete();
        server.stop(0);
        threads.close();
    }
}
