package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.troupe.jobs.CodeFile;
import dev.troupe.jobs.JobsException;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Code sent through an API server's proxy; the proxy is the test.
final class PackageUploadTest {
    private static final byte[] CODE = new byte[1_000_000];
    private static final String SHA256 = "d29751f2649b32ff572b5e0a9f541ea660a50f94ff0beedfb0b692b924cc8025";

    private static final String TOKEN = """
            {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "status": {"token": "of the account"}}""";

    @TempDir
    Path directory;
    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> actedAs = new ConcurrentLinkedQueue<>();
    private volatile byte[] body = {};
    private volatile boolean encrypted;
    private volatile int refusal;
    private Path code;
    private HttpServer server;
    private KubernetesClient client;

    @BeforeEach
    void open() throws IOException {
        code = Files.write(directory.resolve("package.zip"), CODE);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            asked.add(exchange.getRequestMethod() + " " + path.replaceFirst("[0-9a-f]{64}$", "SHA") + " "
                    + exchange.getRequestHeaders().getFirst("X-Troupe-Token"));
            Optional.ofNullable(exchange.getRequestHeaders().getFirst("Impersonate-User")).ifPresent(actedAs::add);
            body = exchange.getRequestBody().readAllBytes();
            int code = refusal != 0 ? refusal : encrypted && !path.contains("https:") ? 502 : 200;
            byte[] answer = (path.endsWith("/token") ? TOKEN : "what the server says").getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(code, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        Config config = new ConfigBuilder(Config.empty()).withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withOauthToken("secret").withRequestRetryBackoffLimit(1).build();
        client = new KubernetesClientBuilder().withConfig(config).build();
    }

    @AfterEach
    void close() {
        client.close();
        server.stop(0);
    }

    private String put() {
        return new PackageUpload(client, new CommandErrors(client.getMasterUrl().toString()), "operators")
                .put(new CodeFile("package.zip", code, CODE.length), "games");
    }

    /// The token is then not theirs, so it is not sent to the server, which would take them for whoever has it.
    @Test
    void whoActsAsSomebodyElseSendsCodeAsThat() {
        client.close();
        Config config = new ConfigBuilder(client.getConfiguration()).withImpersonateUsername("ada").build();
        client = new KubernetesClientBuilder().withConfig(config).build();
        assertEquals(SHA256, put());
        assertEquals(List.of("POST /api/v1/namespaces/games/serviceaccounts/default/token null",
                "PUT /api/v1/namespaces/operators/services/di-server:8081/proxy/packages/SHA of the account"), List.copyOf(asked));
        assertEquals(List.of("ada", "ada"), List.copyOf(actedAs));
    }

    @Test
    void codeIsSentWithTheTokenInAHeaderThatTheProxyLeaves() {
        assertEquals(SHA256, put());
        assertEquals(List.of("PUT /api/v1/namespaces/operators/services/di-server:8081/proxy/packages/SHA secret"), List.copyOf(asked));
        assertArrayEquals(CODE, body);
    }

    @Test
    void aServerWithTlsIsReachedToo() {
        encrypted = true;
        assertEquals(SHA256, put());
        assertTrue(List.copyOf(asked).getLast().contains("/https:di-server:8081/"), asked.toString());
    }

    @Test
    void aServerThatDoesNotTakeItIsQuoted() {
        refusal = 413;
        String sentence = assertThrows(JobsException.class, this::put).getMessage();
        assertTrue(sentence.contains("1,000,000 bytes") && sentence.contains("HTTP 413, what the server says")
                && sentence.contains("di-server of namespace operators") && sentence.contains("--operator-namespace"), sentence);
        assertEquals(2, asked.size(), "each way once");
    }
}
