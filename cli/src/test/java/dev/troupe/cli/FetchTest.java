package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FetchTest {
    private static final byte[] CODE = {'P', 'K', 1, 2, 3};

    @TempDir
    Path directory;
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private String sha256;

    @BeforeEach
    void serve() throws Exception {
        sha256 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(CODE));
        Files.writeString(directory.resolve("token"), "secret\n");
        serve(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    private void serve(HttpServer started) {
        server = started;
        server.createContext("/packages/", exchange -> {
            boolean known = "Bearer secret".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            int code = asked.getAndIncrement() == 0 ? 503 : !known ? 401 : exchange.getRequestURI().getPath().endsWith("0") ? 404 : 200;
            exchange.sendResponseHeaders(code, code == 200 ? CODE.length : -1);
            exchange.getResponseBody().write(code == 200 ? CODE : new byte[0]);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Said fetch(String hash, String... more) {
        String scheme = server instanceof HttpsServer ? "https" : "http";
        return Said.by(new Troupe(), Stream.concat(Stream.of("fetch", hash, directory.resolve("code/package.zip").toString(), "--server",
                scheme + "://127.0.0.1:" + server.getAddress().getPort(), "--account", directory.toString()), Arrays.stream(more))
                .toArray(String[]::new));
    }

    /// With a certificate that it has signed itself; returns it as PEM.
    private String serveWithTls() throws Exception {
        Path store = directory.resolve("store.p12");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/keytool").toString(), "-genkeypair", "-alias",
                "server", "-keyalg", "EC", "-dname", "CN=di-server", "-ext", "san=ip:127.0.0.1", "-keystore", store.toString(),
                "-storepass", "changeit").redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, keytool.waitFor(), said);
        KeyStore keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        server.stop(0);
        HttpsServer secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(context));
        serve(secure);
        return "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(keys.getCertificate("server").getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }

    @Test
    void aServerIsTrustedWhenThePodWasToldToTrustIt() throws Exception {
        String certificate = serveWithTls();
        Said stranger = fetch(sha256, "--patience", "0");
        assertTrue(stranger.exitCode() == 1 && stranger.err().contains("SSLHandshakeException"), stranger.err());
        assertEquals(0, fetch(sha256, "--authority", certificate).exitCode());
        Files.writeString(directory.resolve("ca.crt"), certificate);
        assertEquals(0, fetch(sha256).exitCode());
    }

    @Test
    void codeIsFetchedAlsoFromAServerThatIsJustStarting() throws IOException {
        assertEquals(0, fetch(sha256).exitCode());
        assertArrayEquals(CODE, Files.readAllBytes(directory.resolve("code/package.zip")));
        assertEquals(2, asked.get());
    }

    @Test
    void otherCodeThanWasSentIsRefused() {
        asked.set(1);
        var said = fetch("ab".repeat(32));
        assertEquals(1, said.exitCode());
        assertTrue(said.err().contains("it differs from what was uploaded"), said.err());
        assertTrue(Files.notExists(directory.resolve("code/package.zip")));
    }

    @Test
    void codeThatIsNotThereIsNotWaitedFor() {
        asked.set(1);
        assertTrue(fetch("0".repeat(64)).err().contains("HTTP 404"));
    }
}
