package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Code that is larger than the process that sends it.
final class LargeCodeTest {
    private static final int SIZE = 40_000_000;
    private static final String HEAP = "-Xmx32m";

    @TempDir
    Path directory;
    private final ConcurrentLinkedQueue<String> taken = new ConcurrentLinkedQueue<>();

    private void answer(HttpExchange exchange) throws IOException {
        try (InputStream in = exchange.getRequestBody()) {
            byte[] answer = {};
            if (exchange.getRequestMethod().equals("PUT")) {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                long bytes = new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
                String path = exchange.getRequestURI().getPath();
                taken.add(path.substring(0, path.lastIndexOf('/')) + " " + (bytes >= SIZE) + " "
                        + path.endsWith("/" + HexFormat.of().formatHex(digest.digest())));
            } else if (exchange.getRequestURI().getPath().endsWith("/token")) {
                answer = """
                        {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}, "status": {"token": "t"}}
                        """.getBytes(StandardCharsets.UTF_8);
            } else {
                answer = in.readAllBytes();
                taken.add(new String(answer, StandardCharsets.UTF_8).contains("\"troupe-fetch\"") ? "a job that fetches it" : "a job");
            }
            exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
            if (answer.length > 0) {
                exchange.getResponseBody().write(answer);
            }
            exchange.close();
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }

    @Test
    void itIsSentPieceByPiece() throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        try {
            Path code = Code.in(directory.resolve("code"), "Main");
            byte[] noise = new byte[SIZE / 40];
            var random = new Random(1);
            try (OutputStream out = Files.newOutputStream(code.resolve("model.bin"))) {
                for (int i = 0; i < 40; i++) {
                    random.nextBytes(noise);
                    out.write(noise);
                }
            }
            Path kubeconfig = Files.writeString(directory.resolve("config"), """
                    apiVersion: v1
                    kind: Config
                    current-context: c
                    clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                    users: [{name: u, user: {token: t}}]
                    contexts: [{name: c, context: {cluster: c, user: u}}]
                    """.formatted(server.getAddress().getPort()));
            Path temporary = Files.createDirectory(directory.resolve("tmp"));
            Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(), HEAP,
                    "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temporary, "-cp",
                    System.getProperty("java.class.path"), Troupe.class.getName(), "launch", "--package", code.toString(), "--name", "big",
                    "--operator-namespace", "operators", "--detach", "--kubeconfig", kubeconfig.toString()).redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), said);
            assertTrue(said.contains("job big submitted to namespace default, with 40,"), said);
            assertEquals(List.of("/api/v1/namespaces/operators/services/di-server:8081/proxy/packages true true", "a job that fetches it"),
                    List.copyOf(taken));
            try (var left = Files.walk(temporary)) {
                assertEquals(List.of(), left.filter(Files::isRegularFile).toList());
            }
        } finally {
            server.stop(0);
        }
    }
}
