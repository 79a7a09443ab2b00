package dev.troupe.benchmarks;

import dev.troupe.kube.DIJobResource;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Measures the operator: how soon pods are there, how many jobs it bears, what it does when there is nothing to do, and after a crash.
/// There are no nodes: pods end by a status written here.
final class KubeWork {
    private static final int PODS = 4;
    /// Fewer while trying something out.
    private static final int BURST = Integer.getInteger("benchmark.jobs", 500);
    private static final int FINISHED = 2 * BURST;
    private static final int CAUGHT = BURST / 5;
    /// Large jobs, and the pods of each: 1,000, or fewer when there are fewer jobs.
    private static final int LARGE_JOBS = Integer.getInteger("benchmark.large", 10);
    private static final int PODS_OF_LARGE = 100 * LARGE_JOBS;
    private static final int AT_ONCE = 8;
    private static final String SPACE = "work";

    private final KubeServers servers;
    private final KubernetesClient client;
    private final String path;
    private final Set<String> pods = ConcurrentHashMap.newKeySet();

    private KubeWork(KubeServers servers, String path) {
        this.servers = servers;
        this.client = servers.client();
        this.path = path;
    }

    static void main(String[] args) throws Exception {
        try (KubeServers servers = KubeServers.start(Path.of(args[0]))) {
            new KubeWork(servers, args[1]).measure();
        }
    }

    private void measure() throws Exception {
        client.resource(new NamespaceBuilder().withNewMetadata().withName(SPACE).endMetadata().build()).create();
        await("the namespace's account", () -> client.serviceAccounts().inNamespace(SPACE).withName("default").get() != null);
        client.pods().inNamespace(SPACE).inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod pod) {
                pods.add(pod.getMetadata().getName());
            }

            @Override
            public void onUpdate(Pod before, Pod after) {}

            @Override
            public void onDelete(Pod pod, boolean finalStateUnknown) {
                pods.remove(pod.getMetadata().getName());
            }
        });
        try (OperatorJvm operator = OperatorJvm.start(path, servers.operator(), "first")) {
            await("the operator", operator::ready);
            idle();
            burst(operator);
            finish("burst", BURST);
            create("more", FINISHED - BURST);
            await("pods of more jobs", () -> pods.containsAll(names("more", FINISHED - BURST)));
            finish("more", FINISHED - BURST);
            steady(operator);
            restart(operator);
        }
        large();
    }

    /// One job after the other, each deleted again.
    private void idle() throws InterruptedException, ExecutionException {
        System.err.println("  idle");
        Samples samples = new Samples(50);
        for (int i = -20; i < 50; i++) {
            String name = "idle-" + (i + 20);
            long began = System.nanoTime();
            client.resource(job(name)).create();
            await("pods of " + name, () -> pods.containsAll(names(name)));
            if (i >= 0) {
                samples.add(System.nanoTime() - began);
            }
            client.resources(DIJobResource.class).inNamespace(SPACE).withName(name).delete();
            await("nothing is left of " + name, () -> pods.isEmpty());
        }
        Figures.print("idle.p50", samples.percentile(50) / 1e6);
        Figures.print("idle.p90", samples.percentile(90) / 1e6);
    }

    private void burst(OperatorJvm operator) throws InterruptedException, ExecutionException, IOException {
        System.err.println("  burst");
        long began = System.nanoTime();
        create("burst", BURST);
        Figures.print("burst.created", seconds(began));
        await("2,000 pods", () -> pods.containsAll(names("burst", BURST)));
        Figures.print("burst.seconds", seconds(began));
        Map<String, Long> counts = client.pods().inNamespace(SPACE).list().getItems().stream()
                .collect(Collectors.groupingBy(pod -> pod.getMetadata().getLabels().get(Labels.JOB), Collectors.counting()));
        Figures.print("burst.missed",
                (double) IntStream.range(0, BURST).filter(i -> counts.getOrDefault("burst-" + i, 0L) != PODS).count());
        Figures.print("burst.heap", operator.heap());
        Figures.print("burst.resident", operator.resident());
    }

    private void steady(OperatorJvm operator) throws IOException {
        System.err.println("  steady");
        await("no more events", () -> {
            try {
                long position = servers.position();
                LockSupport.parkNanos(3_000_000_000L);
                return servers.changes(position).isEmpty();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        long position = servers.position();
        double computed = operator.seconds();
        long began = System.nanoTime();
        while (seconds(began) < 60) {
            LockSupport.parkNanos(100_000_000L);
        }
        double share = (operator.seconds() - computed) / seconds(began);
        List<KubeServers.Change> changes = servers.changes(position);
        changes.forEach(change -> System.err.println("  " + change));
        Figures.print("steady.writes", changes.size());
        Figures.print("steady.core", share * 100);
        Figures.print("steady.heap", operator.heap());
    }

    /// Killed when about half of the pods of new jobs are there.
    private void restart(OperatorJvm operator) throws Exception {
        System.err.println("  restart");
        long position = servers.position();
        create("caught", CAUGHT);
        await("some pods", () -> pods.stream().filter(name -> name.startsWith("caught-")).count() >= CAUGHT * PODS / 2);
        operator.kill();
        Figures.print("restart.before", (double) pods.stream().filter(name -> name.startsWith("caught-")).count());
        long began = System.nanoTime();
        try (OperatorJvm second = OperatorJvm.start(path, servers.operator(), "second")) {
            await("the lease", () -> "second".equals(client.leases().inNamespace("di-system").withName("di-operator").get().getSpec()
                    .getHolderIdentity()));
            Figures.print("restart.lease", seconds(began));
            await("all pods", () -> pods.containsAll(names("caught", CAUGHT)));
            await("all jobs know it", () -> jobs("caught", CAUGHT, "Starting"));
            Figures.print("restart.seconds", seconds(began));
            await("it is ready", second::ready);
        }
        List<KubeServers.Change> changes = servers.changes(position);
        Figures.print("restart.twice", (double) changes.stream()
                .filter(change -> change.verb().equals("create") && change.resource().equals("pods") && change.code() == 201)
                .collect(Collectors.groupingBy(KubeServers.Change::name, Collectors.counting())).values().stream()
                .filter(count -> count > 1).count());
        Figures.print("restart.writes", (double) changes.stream()
                .filter(change -> change.name().startsWith("burst-") || change.name().startsWith("more-")).count());
    }

    /// Killed beside large jobs. One pod of each goes before the next operator starts.
    private void large() throws Exception {
        System.err.println("  large");
        Set<String> all = IntStream.range(0, LARGE_JOBS).mapToObj(i -> names("large-" + i, "worker", PODS_OF_LARGE)).flatMap(Set::stream)
                .collect(Collectors.toSet());
        try (OperatorJvm operator = OperatorJvm.start(path, servers.operator(), "third")) {
            for (int i = 0; i < LARGE_JOBS; i++) {
                client.resource(job("large-" + i, PODS_OF_LARGE)).create();
            }
            await("all pods of large jobs", () -> pods.containsAll(all));
            await("large jobs know it", () -> large(0));
            operator.kill();
        }
        atOnce(LARGE_JOBS, i -> client.pods().inNamespace(SPACE).withName("large-" + i + "-worker-7").delete());
        await("some are gone", () -> IntStream.range(0, LARGE_JOBS).noneMatch(i -> pods.contains("large-" + i + "-worker-7")));
        long began = System.nanoTime();
        try (OperatorJvm operator = OperatorJvm.start(path, servers.operator(), "fourth")) {
            await("all pods of large jobs again", () -> pods.containsAll(all));
            await("large jobs know it again", () -> large(1));
            Figures.print("large.seconds", seconds(began));
            Figures.print("large.resident", operator.resident());
            Figures.print("large.heap", operator.heap());
        }
    }

    /// Whether all large jobs have their pods, after so many changes of their number.
    private boolean large(int reschedules) {
        LockSupport.parkNanos(100_000_000);
        return IntStream.range(0, LARGE_JOBS)
                .mapToObj(i -> client.resources(DIJobResource.class).inNamespace(SPACE).withName("large-" + i).get())
                .map(DIJobResource::getStatus)
                .allMatch(status -> status != null && "Starting".equals(status.get("phase"))
                        && Integer.valueOf(reschedules).equals(status.get("reschedules")));
    }

    private void create(String prefix, int count) throws InterruptedException, ExecutionException {
        atOnce(count, i -> {
            try {
                client.resource(job(prefix + "-" + i)).create();
            } catch (KubernetesClientException e) {
                if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) { // a first try whose answer came too late was successful
                    throw e;
                }
            }
        });
    }

    /// Lets all pods succeed, and waits until the jobs have.
    private void finish(String prefix, int count) throws InterruptedException, ExecutionException {
        System.err.println("  finish " + count + " jobs");
        List<String> names = List.copyOf(names(prefix, count));
        atOnce(names.size(), i -> client.pods().inNamespace(SPACE).withName(names.get(i)).subresource("status").patch(
                PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"status\": {\"phase\": \"Succeeded\"}}"));
        await("the jobs' end", () -> jobs(prefix, count, "Succeeded"));
    }

    private boolean jobs(String prefix, int count, String phase) {
        return client.resources(DIJobResource.class).inNamespace(SPACE).list().getItems().stream()
                .filter(job -> job.getMetadata().getName().startsWith(prefix + "-") && job.getStatus() != null
                        && phase.equals(job.getStatus().get("phase")))
                .count() == count;
    }

    private static Set<String> names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> names(prefix + "-" + i)).flatMap(Set::stream).collect(Collectors.toSet());
    }

    private static Set<String> names(String job) {
        return names(job, "worker", PODS);
    }

    private static Set<String> names(String job, String task, int count) {
        return IntStream.range(0, count).mapToObj(i -> job + "-" + task + "-" + i).collect(Collectors.toSet());
    }

    private static DIJobResource job(String name) {
        return job(name, PODS);
    }

    private static DIJobResource job(String name, int replicas) {
        DIJobResource job = new DIJobResource();
        job.setMetadata(new ObjectMetaBuilder().withName(name).withNamespace(SPACE).build());
        job.setSpec(Map.of("tasks", List.of(Map.of("name", "worker", "type", "none", "replicas", replicas, "template", Map.of("spec",
                Map.of("containers", List.of(Map.of("name", "di-container", "image", "troupe", "command",
                        List.of("ditask", "--package", "/app", "--main", "my.app.Main.play"))), "terminationGracePeriodSeconds", 0))))));
        return job;
    }

    private static void atOnce(int count, IntConsumer each) throws InterruptedException, ExecutionException {
        try (ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<?>> all = IntStream.range(0, count).<Future<?>>mapToObj(i -> executor.submit(() -> each.accept(i))).toList();
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    private static void await(String what, BooleanSupplier condition) {
        long began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (seconds(began) > 1800) {
                throw new IllegalStateException("not within half an hour: " + what);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
