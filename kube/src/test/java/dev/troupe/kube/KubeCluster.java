package dev.troupe.kube;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;

/// A real Kubernetes API server for tests, one for each JVM. With `KUBECONFIG` set it is the cluster that names; else one of our own
/// on loopback, with the programs of `KUBEBUILDER_ASSETS` or those that `tools/kube/build` makes, once for each machine.
///
/// ```java
/// @BeforeAll // not in a test method: the first call may build for minutes
/// static void start() { cluster = KubeCluster.shared(); }
///
/// @Test void …() {
///     String namespace = cluster.namespace();
///     cluster.client().pods().inNamespace(namespace)…
/// ```
///
/// There are no nodes: pods stay pending until the test writes their status. Where no cluster can be had tests are skipped; with the
/// variable CI set they fail.
public final class KubeCluster {
    private static KubeCluster shared;
    private static String failure;

    /// Null when the cluster was given.
    private final KubeTool own;
    private final Path kubeconfig;
    private final Config config;
    private final KubernetesClient client;
    private final Queue<String> namespaces = new ConcurrentLinkedQueue<>();

    private KubeCluster(KubeTool own, Path kubeconfig, Config config) {
        this.own = own;
        this.kubeconfig = kubeconfig;
        this.config = config;
        client = new KubernetesClientBuilder().withConfig(config).build();
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "troupe-kube-close"));
    }

    public static synchronized KubeCluster shared() {
        if (shared == null && failure == null) {
            try {
                shared = open();
            } catch (IOException e) {
                failure = e.getMessage();
            }
        }
        if (failure != null) {
            if (System.getenv("CI") != null) {
                throw new IllegalStateException(failure);
            }
            System.err.println("SKIPPED: " + failure);
            Assumptions.abort(failure);
        }
        return shared;
    }

    private static KubeCluster open() throws IOException {
        String given = System.getenv("KUBECONFIG");
        if (given != null) {
            return new KubeCluster(null, Path.of(given), Config.autoConfigure(null));
        }
        // Pods of tests have a status that the test writes, on nodes that nobody runs: nothing may clear them away.
        KubeTool own = KubeTool.start("cluster", Map.of("KUBE_CONTROLLERS", "*,-nodelifecycle,-podgc"));
        Path kubeconfig = Path.of(own.line().substring("export KUBECONFIG=".length()));
        return new KubeCluster(own, kubeconfig, Config.fromKubeconfig(kubeconfig.toFile()));
    }

    /// An administrator's.
    public KubernetesClient client() {
        return client;
    }

    /// One that comes with this token instead; to be closed by the caller.
    public KubernetesClient client(String token) {
        Config stranger = new ConfigBuilder(Config.empty()).withMasterUrl(config.getMasterUrl()).withCaCertData(config.getCaCertData())
                .withCaCertFile(config.getCaCertFile()).withOauthToken(token).build();
        return new KubernetesClientBuilder().withConfig(stranger).build();
    }

    /// A token of a service account, good for an hour.
    public String token(String namespace, String serviceAccount) {
        return client.serviceAccounts().inNamespace(namespace).withName(serviceAccount)
                .tokenRequest(new TokenRequestBuilder().withNewSpec().withExpirationSeconds(3600L).endSpec().build()).getStatus()
                .getToken();
    }

    /// A fresh one, in which pods can be created.
    public String namespace() {
        String name = "test-" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
        client.resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build()).create();
        namespaces.add(name);
        Pod probe = new PodBuilder().withNewMetadata().withName("probe").withNamespace(name).endMetadata().withNewSpec()
                .addNewContainer().withName("probe").withImage("probe").endContainer().endSpec().build();
        await("pods can be created in " + name, () -> {
            try {
                client.resource(probe).dryRun(true).create();
                return true;
            } catch (KubernetesClientException e) {
                return false; // its service account does not exist yet
            }
        });
        return name;
    }

    /// For `kubectl --kubeconfig` and programs of their own.
    public Path kubeconfig() {
        return kubeconfig;
    }

    public String url() {
        return config.getMasterUrl();
    }

    /// What `kubectl` prints, errors included; fails when it does.
    public String kubectl(String... arguments) {
        List<String> command = new ArrayList<>(List.of(own == null ? "kubectl" : kubeconfig.resolveSibling("kubectl").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.onExit().join().exitValue() != 0) {
                throw new IOException(String.join(" ", command) + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Skips the test where nobody removes what has lost its owner (`KUBEBUILDER_ASSETS` without a controller manager).
    public void assumeGarbageCollection() {
        Assumptions.assumeTrue(own == null || Files.exists(kubeconfig.resolveSibling("logs/manager.log")),
                "no kube-controller-manager beside this API server");
    }

    /// Kills it like a crash; what it keeps in etcd stays. Skips the test where the cluster is not ours.
    public void stopApiServer() {
        command("stop", "apiserver");
    }

    /// On the same port; back when it is ready.
    public void startApiServer() {
        command("start", "apiserver");
    }

    public void restartApiServer() {
        stopApiServer();
        startApiServer();
    }

    /// Polls, for two minutes at most.
    public static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline || Thread.interrupted()) {
                throw new AssertionError("not in time: " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    /// Skips the test where the cluster was given.
    public void assumeOwn(String why) {
        Assumptions.assumeTrue(own != null, "the cluster of KUBECONFIG is not ours: " + why);
    }

    private void command(String verb, String server) {
        assumeOwn("nobody may stop it");
        try {
            own.command(verb, server);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The operators of its jobs have ended.
    private void remove(String namespace) {
        client.resources(DIJobResource.class).inNamespace(namespace).list().getItems().forEach(job -> client.resource(job)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\": {\"finalizers\": null}}"));
        client.namespaces().withName(namespace).delete();
    }

    private void close() {
        if (own != null) {
            own.close();
        } else {
            namespaces.forEach(this::remove);
        }
    }
}
