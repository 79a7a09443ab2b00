package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
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
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
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

    private Said fetch(String hash) {
        return Said.by(new Troupe(), "fetch", hash, directory.resolve("code/package.zip").toString(), "--server",
                "http://127.0.0.1:" + server.getAddress().getPort(), "--account", directory.toString());
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
        assertTrue(said.err().contains("it is not what was sent"), said.err());
        assertTrue(Files.notExists(directory.resolve("code/package.zip")));
    }

    @Test
    void codeThatIsNotThereIsNotWaitedFor() {
        asked.set(1);
        assertTrue(fetch("0".repeat(64)).err().contains("HTTP 404"));
    }
}
