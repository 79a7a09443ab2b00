package dev.troupe.operator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.javaoperatorsdk.operator.RuntimeInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/// Answers a kubelet: `/healthz` while the process works, `/readyz` while it follows the cluster.
final class Health implements AutoCloseable {
    private final HttpServer server;

    private Health(HttpServer server) {
        this.server = server;
    }

    static Health start(int port, RuntimeInfo info) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
            server.createContext("/healthz", exchange -> answer(exchange, info.isStarted()));
            server.createContext("/readyz", exchange -> answer(exchange, info.isStarted() && info.allEventSourcesAreHealthy()));
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
            return new Health(server);
        } catch (IOException e) {
            throw new UncheckedIOException("the health endpoint cannot listen on port " + port + ": " + e.getMessage(), e);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, boolean well) throws IOException {
        byte[] body = (well ? "ok\n" : "not ready\n").getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(well ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
