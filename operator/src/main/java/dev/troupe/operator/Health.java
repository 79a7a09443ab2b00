package dev.troupe.operator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.javaoperatorsdk.operator.RuntimeInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// Answers a kubelet: `/healthz` as long as the process can answer at all, `/readyz` while it follows the cluster, so not before it has
/// listed everything; and Prometheus: `/metrics`.
final class Health implements AutoCloseable {
    private final HttpServer server;
    private volatile Optional<Subject> subject = Optional.empty();

    /// The running operator.
    private record Subject(RuntimeInfo info, Supplier<String> metrics) {
        boolean ready() {
            return info.isStarted() && info.allEventSourcesAreHealthy();
        }
    }

    private Health(HttpServer server) {
        this.server = server;
        server.createContext("/healthz", exchange -> answer(exchange, true));
        server.createContext("/readyz", exchange -> answer(exchange, subject.filter(Subject::ready).isPresent()));
        server.createContext("/metrics", exchange -> {
            Optional<Subject> started = subject.filter(one -> one.info().isStarted());
            if (started.isPresent()) {
                answer(exchange, 200, Exposition.CONTENT_TYPE, started.get().metrics().get());
            } else {
                answer(exchange, false); // nothing is known yet
            }
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    }

    /// For a process that is still starting.
    static Health start(int port) {
        try {
            Health health = new Health(HttpServer.create(new InetSocketAddress(port), 0));
            health.server.start();
            return health;
        } catch (IOException e) {
            throw new UncheckedIOException("the health endpoint cannot listen on port " + port + ": " + e.getMessage(), e);
        }
    }

    /// Reports the health of this operator from now on.
    ///
    /// @param metrics the text of `/metrics`
    void follow(RuntimeInfo info, Supplier<String> metrics) {
        subject = Optional.of(new Subject(info, metrics));
    }

    int port() {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, boolean well) throws IOException {
        answer(exchange, well ? 200 : 503, "text/plain; charset=utf-8", well ? "ok\n" : "not ready\n");
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
