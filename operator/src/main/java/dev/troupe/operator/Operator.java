package dev.troupe.operator;

import dev.troupe.jobserver.JobFinder;
import dev.troupe.jobserver.Server;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.EventWriter;
import dev.troupe.kube.LeanClient;
import dev.troupe.kube.Pages;
import dev.troupe.lifecycle.Cluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The operator of DIJobs, in this process.
///
/// ```java
/// try (Operator operator = Operator.start(OperatorSettings.USUAL, client)) {
///     operator.ended().join();
/// }
/// ```
public final class Operator implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger("dev.troupe.operator");
    private static final int JOBS_AT_ONCE = 32;

    private final OperatorSettings settings;
    private final KubernetesClient client;
    private final KubernetesClient lean;
    private final Leadership leadership = new Leadership();
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private final ThreadPoolExecutor workers = new ThreadPoolExecutor(JOBS_AT_ONCE, JOBS_AT_ONCE, 0, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), Thread.ofVirtual().name("troupe-job-", 0).factory());
    private final EventWriter events;
    private final Metrics metrics;
    private final io.javaoperatorsdk.operator.Operator controllers;
    private final Optional<FairSharing> sharing;
    private Optional<Server> server = Optional.empty();
    private final Optional<Health> health;
    private boolean closed;

    private Operator(OperatorSettings settings, KubernetesClient client, Optional<Health> health) {
        this.settings = settings;
        this.health = health;
        this.client = client;
        this.lean = LeanClient.like(client);
        InstantSource clock = InstantSource.system();
        PodGroups podGroups = new PodGroups(client, settings.gang());
        Cluster cluster = settings.cluster().with(podGroups.gang());
        Sources sources = new Sources(lean);
        Meter meter = new Meter(System::nanoTime);
        this.metrics = new Metrics(sources, meter, workers, leadership::isHeld);
        this.events = new EventWriter(client, clock);
        this.sharing = settings.fairSharing()
                ? Optional.of(new FairSharing(client, lean, settings.namespace(), new JobFinder(client, lean, ""), events, cluster))
                : Optional.empty();
        this.controllers = new io.javaoperatorsdk.operator.Operator(overrider -> configure(overrider, client));
        GangRoom room = new GangRoom(new SharedCensus(() -> Census.take(lean), clock), lean.getKubernetesSerialization(), cluster,
                new Promises(clock));
        controllers.register(new DIJobReconciler(client, sources, new Observer(lean, sources, podGroups, clock), room,
                new Executor(client, sources, podGroups, events, cluster), events, cluster, leadership, meter, clock), this::configure);
    }

    /// Starts it. It works until it is closed, or until it [#ended()].
    ///
    /// @param client stays open
    /// @throws OperatorException when rights or the definitions of DIJobs are missing, or no API server answers
    public static Operator start(OperatorSettings settings, KubernetesClient client) {
        Optional<Health> health = health(settings);
        Operator operator;
        try {
            Preflight.check(settings, client);
            operator = new Operator(settings, client, health);
        } catch (RuntimeException e) {
            health.ifPresent(Health::close);
            throw e;
        }
        try {
            health.ifPresent(one -> one.follow(operator.controllers.getRuntimeInfo(), operator.metrics::text));
            if (settings.server().isPresent()) {
                operator.server = Optional.of(Server.start(client, settings.server().get(), settings.cluster()));
            }
            operator.controllers.start();
            if (settings.election().isEmpty()) {
                operator.leadership.win();
                operator.sharing.ifPresent(FairSharing::start);
            }
            return operator;
        } catch (RuntimeException | IOException e) {
            operator.close();
            throw new OperatorException("the operator cannot start: " + e.getMessage(), e);
        }
    }

    /// Starts the health endpoint before the first request to the API server, which may take a while; the kubelet must not restart the operator meanwhile.
    private static Optional<Health> health(OperatorSettings settings) {
        try {
            return settings.healthPort().map(Health::start);
        } catch (UncheckedIOException e) {
            throw new OperatorException("the operator cannot start: " + e.getMessage(), e);
        }
    }

    /// Completes, with the reason, when the operator must stop. The process should then exit and be restarted.
    public CompletableFuture<String> ended() {
        return ended.copy();
    }

    /// The port of the health endpoint; 0 if it has none.
    public int healthPort() {
        return health.map(Health::port).orElse(0);
    }

    /// The port of its server; 0 if it has none.
    public int serverPort() {
        return server.map(Server::port).orElse(0);
    }

    private void configure(ConfigurationServiceOverrider overrider, KubernetesClient client) {
        overrider.withKubernetesClient(client).withCloseClientOnStop(false).checkingCRDAndValidateLocalModel(false)
                .withUseSSAToPatchPrimaryResource(false).withSSABasedCreateUpdateMatchForDependentResources(false)
                .withStopOnInformerErrorDuringStartup(false)
                .withReconciliationTerminationTimeout(Duration.ofSeconds(5))
                .withExecutorService(workers)
                .withInformerStoppedHandler((_, failure) -> {
                    if (failure != null) {
                        end("a watch has ended permanently: " + failure);
                    }
                });
        settings.election().ifPresent(election -> overrider.withLeaderElectionConfiguration(
                LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(election.lease())
                        .withLeaseNamespace(election.namespace()).withIdentity(election.identity())
                        .withLeaseDuration(election.duration()).withRenewDeadline(election.renewal()).withRetryPeriod(election.pause())
                        .withExitOnStopLeading(false)
                        .withLeaderCallbacks(new LeaderCallbacks(
                                () -> lead(election.identity()),
                                () -> end("the lease " + election.namespace() + "/" + election.lease() + " is lost"),
                                _ -> {}))
                        .build()));
    }

    private void configure(ControllerConfigurationOverrider<DIJobResource> overrider) {
        settings.namespace().ifPresentOrElse(overrider::settingNamespace, overrider::watchingAllNamespaces);
        // Jobs that are being deleted are looked at as well: it is us who let them go.
        overrider.withGenerationAware(false).withTriggerReconcilerOnAllEvents(true).withOnUpdateFilter(Operator::matters)
                .withItemStore(new TransformingItemStore<>(SlimJob::of)).withInformerListLimit(Pages.SIZE)
                .withRetry(new GenericRetry().setInitialInterval(200).setIntervalMultiplier(1.5).setMaxInterval(30_000)
                        .withoutMaxAttempts());
    }

    /// Statuses are written by the operator itself.
    private static boolean matters(DIJobResource now, DIJobResource before) {
        return !Objects.equals(now.getMetadata().getGeneration(), before.getMetadata().getGeneration())
                || !Objects.equals(now.getMetadata().getAnnotations(), before.getMetadata().getAnnotations())
                || !Objects.equals(now.getMetadata().getLabels(), before.getMetadata().getLabels())
                || !Objects.equals(now.getMetadata().getDeletionTimestamp(), before.getMetadata().getDeletionTimestamp())
                || !Objects.equals(now.getMetadata().getUid(), before.getMetadata().getUid());
    }

    private void lead(String identity) {
        leadership.win();
        LOGGER.log(Level.INFO, identity + " leads");
        sharing.ifPresent(FairSharing::start);
    }

    private void end(String why) {
        leadership.lose();
        sharing.ifPresent(FairSharing::close);
        ended.complete(why);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        leadership.lose();
        sharing.ifPresent(FairSharing::close);
        server.ifPresent(Server::close);
        health.ifPresent(Health::close);
        controllers.stop();
        lean.close();
        settings.election().ifPresent(election -> Lease.release(client, election));
        events.close();
        ended.complete("closed");
    }
}
