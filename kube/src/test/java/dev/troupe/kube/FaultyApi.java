package dev.troupe.kube;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// Stands between a program and the API server, counts the calls and lets some of them fail.
public final class FaultyApi implements AutoCloseable {
    /// A call, other than events and the lease.
    ///
    /// @param number of the calls since the script began
    public record Call(int number, String method, String path) {
        public boolean writes() {
            return !method.equals("GET");
        }

        @Override
        public String toString() {
            return method + " " + path.replaceFirst(".*/namespaces/[^/]*", "");
        }
    }

    /// What becomes of a call.
    public sealed interface Fate {
        record Forward() implements Fate {}

        record Refuse(int code, String message) implements Fate {}

        /// It is answered with this, e.g. with what was true before, as from a memory that lags behind.
        record Answer(String json) implements Fate {}

        /// Nobody hears of it.
        record Cut() implements Fate {}

        /// It is done, but the caller never learns.
        record Lose() implements Fate {}
    }

    public static final Fate FORWARD = new Fate.Forward();
    private static final Set<String> HOP = Set.of("connection", "content-length", "host", "upgrade", "http2-settings", "transfer-encoding");

    private final Config target;
    private final HttpServer server;
    private final HttpClient http;
    private final Set<InputStream> watches = ConcurrentHashMap.newKeySet();
    private final AtomicInteger number = new AtomicInteger();
    private volatile Function<Call, Fate> script = _ -> FORWARD;
    private volatile boolean dead;
    private volatile String muted = "";
    public final List<Call> calls = new CopyOnWriteArrayList<>();

    public FaultyApi(Config target) {
        this.target = target;
        try {
            http = HttpClient.newBuilder().sslContext(SSLUtils.sslContext(target)).version(HttpClient.Version.HTTP_1_1).build();
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /// One that goes through here; it gives up at once, where others try again.
    public KubernetesClient client() {
        return new KubernetesClientBuilder().withConfig(config()).build();
    }

    /// Of such a client.
    public Config config() {
        return new ConfigBuilder(Config.empty()).withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort() + "/")
                .withOnlyHttpWatches(true).withRequestRetryBackoffLimit(0).withWatchReconnectInterval(100).build();
    }

    /// From now on.
    public FaultyApi script(Function<Call, Fate> next) {
        number.set(0);
        calls.clear();
        script = next;
        return this;
    }

    /// Nothing gets through any more.
    public void die() {
        dead = true;
        dropWatches();
    }

    public boolean isDead() {
        return dead;
    }

    /// As when a connection breaks.
    public void dropWatches() {
        for (InputStream watch : watches) {
            try {
                watch.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// The watches of these objects, e.g. `pods`, stay open but report nothing more, as if they lagged behind.
    public void mute(String plural) {
        muted = plural;
    }

    public List<Call> writes() {
        return calls.stream().filter(Call::writes).toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String uri = exchange.getRequestURI().toString();
            boolean watch = uri.contains("watch=true");
            Fate fate = watch || uri.contains("/events") || uri.contains("/leases") ? FORWARD : next(exchange.getRequestMethod(), uri);
            if (dead) {
                return;
            }
            switch (fate) {
                case Fate.Cut() -> {
                }
                case Fate.Refuse(int code, String message) -> answer(exchange, code, """
                        {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": %d, "message": "%s"}""".formatted(code,
                        message));
                case Fate.Answer(String json) -> answer(exchange, 200, json);
                case Fate.Lose() -> send(exchange, uri, body).body().close();
                case Fate.Forward() -> forward(exchange, send(exchange, uri, body), watch);
            }
        }
    }

    private Fate next(String method, String uri) {
        Call call = new Call(number.incrementAndGet(), method, uri.replaceFirst("\\?.*", ""));
        Fate fate = script.apply(call);
        if (!dead) {
            calls.add(call);
        }
        return fate;
    }

    private HttpResponse<InputStream> send(HttpExchange exchange, String uri, byte[] body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target.getMasterUrl()).resolve(uri))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!HOP.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        String token = target.getOauthToken() == null ? target.getAutoOAuthToken() : target.getOauthToken();
        if (token != null) { // else the TLS connection says who it is
            request.setHeader("Authorization", "Bearer " + token);
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void forward(HttpExchange exchange, HttpResponse<InputStream> answer, boolean watch) throws IOException {
        InputStream input = answer.body();
        if (watch) {
            watches.add(input);
        }
        try (input; OutputStream output = exchange.getResponseBody()) {
            answer.headers().firstValue("Content-Type").ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            exchange.sendResponseHeaders(answer.statusCode(), 0);
            byte[] buffer = new byte[1 << 16];
            for (int read = input.read(buffer); read >= 0 && !dead; read = input.read(buffer)) {
                if (!watch || !exchange.getRequestURI().getPath().endsWith("/" + muted)) {
                    output.write(buffer, 0, read);
                    output.flush();
                }
            }
        } finally {
            watches.remove(input);
        }
    }

    private static void answer(HttpExchange exchange, int code, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        die();
        server.stop(0);
        http.shutdownNow();
    }
}
