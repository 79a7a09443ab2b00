package dev.troupe.jobserver;

import dev.troupe.kube.EventWriter;
import dev.troupe.kube.LeanClient;
import dev.troupe.lifecycle.Cluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;

/// The server that the programs of jobs ask for their peers, for more or fewer pods, and for their code. It does not need the lead, so every
/// replica of the operator runs one.
public final class Server implements AutoCloseable {
    private static final List<HandlerType> VERBS = List.of(HandlerType.GET, HandlerType.POST, HandlerType.PUT, HandlerType.DELETE,
            HandlerType.PATCH);
    private static final String CALLER = "caller";
    private static final String HEALTH = "/healthz";

    private final ServerSettings settings;
    private final Access access;
    private final JobApi jobs;
    private final CoordinatorApi coordinators;
    private final PackageApi packages;
    private final EventWriter events;
    private final Optional<Certificates> certificates;
    private final KubernetesClient lean;
    private final Javalin javalin;

    /// A request whose answer is in the envelope.
    private interface Route {
        Answer on(Context request, Caller caller) throws IOException;
    }

    private Server(KubernetesClient client, ServerSettings settings, Cluster cluster, Duration patience) throws IOException {
        this.settings = settings;
        InstantSource clock = InstantSource.system();
        packages = new PackageApi(new PackageStore(settings.packages(), clock));
        certificates = settings.tls().isEmpty() ? Optional.empty() : Optional.of(new Certificates(settings.tls().get()));
        lean = LeanClient.like(client);
        JobFinder finder = new JobFinder(client, lean, settings.namespace());
        access = new Access(client, clock, settings.admission(), patience);
        jobs = new JobApi(client, finder, access, cluster, clock);
        events = new EventWriter(client, clock);
        coordinators = new CoordinatorApi(client, events, finder, access, cluster, new SecureRandom());
        javalin = Javalin.create(this::configure);
    }

    /// Serves until it is closed.
    public static Server start(KubernetesClient client, ServerSettings settings, Cluster cluster) throws IOException {
        return start(client, settings, cluster, PodAddresses.PATIENCE);
    }

    /// @param patience with a pod whose address is not reported yet
    static Server start(KubernetesClient client, ServerSettings settings, Cluster cluster, Duration patience) throws IOException {
        Server server = new Server(client, settings, cluster, patience);
        server.javalin.start(settings.port());
        JobFinder.LOG.log(Level.INFO, "the server listens on port {0}{1}", Integer.toString(server.port()),
                settings.tls().isPresent() ? " with TLS" : "");
        if (settings.admission() == ServerSettings.Admission.ANYBODY) {
            JobFinder.LOG.log(Level.WARNING, "THE SERVER IS INSECURE: anybody who reaches port {0} may create and delete pods of any job, "
                    + "without a token. Remove the option as soon as all programs send one.", Integer.toString(server.port()));
        }
        return server;
    }

    public int port() {
        return javalin.port();
    }

    /// Checks now whether the certificate has changed.
    void renew() {
        certificates.ifPresent(Certificates::look);
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.concurrency.useVirtualThreads = true;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.maxRequestSize = settings.packages().largest();
        certificates.ifPresent(one -> config.jetty.addConnector((server, http) -> {
            HttpConfiguration https = new HttpConfiguration(http);
            https.addCustomizer(new SecureRequestCustomizer(false)); // pods may know it by several names
            ServerConnector connector = new ServerConnector(server, new SslConnectionFactory(one.factory(), "http/1.1"),
                    new HttpConnectionFactory(https));
            connector.setPort(settings.port());
            return connector;
        }));
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(1 << 15); // tokens of service accounts are long
        });
        routes(config.routes);
        failures(config.routes);
    }

    private void routes(RoutesConfig routes) {
        routes.before(request -> {
            if (!request.path().equals(HEALTH)) {
                request.attribute(CALLER, access.caller(request));
            }
        });
        routes.get(HEALTH, request -> answer(request, new Answer("healthy", null)));
        for (String job : List.of("/v2alpha1/job/{id}", "/v2alpha1/{id}")) {
            on(routes, job + "/replicas", Map.of(HandlerType.GET, envelope(jobs::replicas), HandlerType.POST, envelope(jobs::add),
                    HandlerType.DELETE, envelope(jobs::remove)));
            on(routes, job + "/pending", Map.of(HandlerType.GET, envelope(jobs::pending)));
            on(routes, job + "/profilings", Map.of(HandlerType.POST, envelope(jobs::profilings)));
        }
        on(routes, "/v1alpha1/replicas", Map.of(HandlerType.GET, envelope(coordinators::get), HandlerType.POST,
                envelope(coordinators::create), HandlerType.DELETE, envelope(coordinators::delete)));
        on(routes, "/v1alpha1/replicas/failed", Map.of(HandlerType.POST, envelope(coordinators::replace)));
        on(routes, "/packages/{hash}",
                Map.of(HandlerType.GET, withToken(packages::get), HandlerType.PUT, withToken(envelope(packages::put))));
        routes.head("/packages/{hash}", withToken(packages::get));
        for (String other : List.of("/v2alpha1/replicas", "/v2alpha1/replicas/failed", "/v1alpha1/{id}/replicas",
                "/v1alpha1/job/{id}/replicas", "/v1alpha1/{id}/profilings", "/v1alpha1/job/{id}/profilings")) {
            on(routes, other, Map.of());
        }
    }

    /// Adds a path. For other verbs, the answer says that the verb is not implemented, instead of that the path does not exist.
    private static void on(RoutesConfig routes, String path, Map<HandlerType, Handler> handlers) {
        for (HandlerType verb : VERBS) {
            routes.addHttpHandler(verb, path, handlers.getOrDefault(verb, request -> {
                throw new Refusal(Refusal.NOT_HERE, request.method() + " " + request.path() + " is not implemented"
                        + (handlers.isEmpty() ? ": it belongs to the other version of the API" : ""));
            }));
        }
    }

    private Handler withToken(Handler handler) {
        return request -> {
            access.checkToken(request.attribute(CALLER));
            handler.handle(request);
        };
    }

    private static Handler envelope(Route route) {
        return request -> answer(request, route.on(request, request.attribute(CALLER)));
    }

    private static void answer(Context request, Answer answer) {
        request.contentType("application/json").result(answer.envelope());
    }

    private static void failures(RoutesConfig routes) {
        routes.exception(Refusal.class, (e, request) -> refuse(request, e.status(), e.getMessage()));
        routes.exception(HttpResponseException.class, (e, request) -> refuse(request, e.getStatus(), e.getStatus() == Refusal.NOT_FOUND
                ? "there is nothing at " + request.path() + ": see /v2alpha1/job/<namespace>.<name>/replicas and /v1alpha1/replicas"
                : e.getMessage()));
        routes.exception(Exception.class, (e, request) -> {
            String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
            JobFinder.LOG.log(Level.ERROR, request.method() + " " + request.path() + " failed, id " + id, e);
            refuse(request, Refusal.INTERNAL, "the server failed; its log says more under the id " + id);
        });
    }

    private static void refuse(Context request, int status, String message) {
        if (status == Refusal.NOBODY) {
            request.header("WWW-Authenticate", "Bearer");
        }
        request.status(status).contentType("application/json").result(Answer.failure(message));
    }

    @Override
    public void close() {
        javalin.stop();
        certificates.ifPresent(Certificates::close);
        events.close();
        lean.close();
    }
}
