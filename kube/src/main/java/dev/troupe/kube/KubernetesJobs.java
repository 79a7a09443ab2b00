package dev.troupe.kube;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobs.CodeFile;
import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.Jobs;
import dev.troupe.jobs.JobsException;
import dev.troupe.jobs.JobsPlace;
import dev.troupe.jobs.WorkerRow;
import dev.troupe.lifecycle.Labels;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// DIJobs of a Kubernetes cluster.
public final class KubernetesJobs implements Jobs {
    private final KubernetesClient client;
    private final CommandErrors errors;

    /// Found by [java.util.ServiceLoader].
    public static final class Connector implements Provider {
        @Override
        public Jobs connect(JobsPlace place) {
            return new KubernetesJobs(Kubeconfig.of(place));
        }
    }

    KubernetesJobs(Config config) {
        this.client = new KubernetesClientBuilder().withConfig(config).build();
        this.errors = new CommandErrors(config.getMasterUrl());
    }

    @Override
    public String namespace() {
        return client.getNamespace();
    }

    @Override
    public JobKey submit(Map<String, Object> manifest) {
        return new Submission(client, errors).submit(manifest);
    }

    @Override
    public JobKey submit(Map<String, Object> manifest, CodeFile code, String image, String operatorNamespace) {
        return new Submission(client, errors).submit(manifest, code, image, operatorNamespace);
    }

    @Override
    public List<JobRow> list(boolean ofAllNamespaces) {
        var jobs = client.resources(DIJobResource.class);
        String where = ofAllNamespaces ? "all namespaces" : "namespace " + namespace();
        return errors.trying("list the jobs of " + where,
                () -> (ofAllNamespaces ? jobs.inAnyNamespace().list() : jobs.inNamespace(namespace()).list())).getItems().stream()
                .map(Rows::job)
                .sorted(Comparator.comparing((JobRow row) -> row.created().orElse(Instant.MAX)).thenComparing(row -> row.key().toString()))
                .toList();
    }

    @Override
    public JobRow job(JobKey job) {
        return Rows.job(object(job));
    }

    @Override
    public List<WorkerRow> workers(JobKey job) {
        List<Pod> pods = pods(job);
        if (pods.isEmpty()) {
            object(job); // says so when there is none
        }
        return pods.stream().map(Rows::worker).toList();
    }

    @Override
    public void logs(JobKey job, LogRequest asked, LineSink sink) {
        List<Pod> all = pods(job);
        LogRequest request = withFullName(job, asked, worker -> has(all, worker));
        List<Pod> pods = LogTail.chosen(all, request);
        if (pods.isEmpty()) {
            JobRow row = job(job);
            throw request.worker().map(worker -> LogTail.unknown(job, all, worker)).orElseGet(() -> new JobsException("job " + job.name()
                    + " (" + row.phase() + ") has no workers: see troupe describe job " + job));
        }
        List<Pod> begun = pods.stream().filter(Rows::hasStarted).toList();
        if (begun.isEmpty()) {
            WorkerRow first = Rows.worker(pods.getFirst());
            throw new JobsException("no worker of job " + job.name() + " has started: " + first.name() + " is " + first.status()
                    + (first.message().isEmpty() ? "" : ", " + first.message()) + "; see troupe describe job " + job);
        }
        for (Pod pod : begun) {
            LogTail.of(client, errors, pod, request).read(sink);
        }
    }

    @Override
    public Ending follow(JobKey job, LogRequest asked, LineSink sink) {
        DIJobResource object = object(job);
        List<Pod> pods = pods(job);
        Predicate<String> known = worker -> has(pods, worker) || isExpected(object, worker);
        LogRequest request = withFullName(job, asked, known);
        if (request.worker().filter(known.negate()).isPresent()) {
            throw LogTail.unknown(job, pods, request.worker().get());
        }
        try (Follower follower = new Follower(client, errors, object, Optional.of(request), sink)) {
            return follower.follow();
        }
    }

    @Override
    public Ending await(JobKey job, LineSink news) {
        try (Follower follower = new Follower(client, errors, object(job), Optional.empty(), news)) {
            return follower.follow();
        }
    }

    @Override
    public JobRow kill(JobKey job, boolean remove) {
        DIJobResource object = object(job);
        JobRow before = Rows.job(object);
        if (remove) {
            errors.trying("remove job " + job.name(), () -> resource(job).withPropagationPolicy(DeletionPropagation.FOREGROUND).delete());
        } else if (!before.ended() && object.getMetadata().getDeletionTimestamp() == null) {
            checkOurs(object);
            String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
            String patch = "{\"metadata\":{\"annotations\":{\"" + Rows.KILLED + "\":\"" + now + "\"}},\"spec\":{\"suspend\":true}}";
            errors.trying("end job " + job.name(), () -> resource(job).patch(PatchContext.of(PatchType.JSON_MERGE), patch));
        }
        return before;
    }

    private static void checkOurs(DIJobResource object) {
        if (Status.read(object.getStatus()).startedElsewhere() && object.getSpec().get("tasks") == null) {
            String name = object.getMetadata().getName();
            throw new JobsException(
                    "another operator started job " + name + ", and Troupe does not end it: delete it with troupe kill --rm "
                            + name);
        }
    }

    @Override
    public Description describe(JobKey job) {
        DIJobResource object = object(job);
        return new Describing(client, errors).of(object, pods(job), Instant.now());
    }

    @Override
    public void close() {
        client.close();
    }

    private static boolean has(List<Pod> pods, String worker) {
        return pods.stream().anyMatch(pod -> pod.getMetadata().getName().equals(worker));
    }

    /// Accepts the name of a worker without that of its job, too, which is how its lines are prefixed when a job is followed.
    private static LogRequest withFullName(JobKey job, LogRequest asked, Predicate<String> known) {
        return new LogRequest(asked.last(), asked.worker().map(worker -> {
            String full = job.name() + "-" + worker;
            return known.test(worker) || !known.test(full) ? worker : full;
        }));
    }

    /// Whether a worker without a pod belongs to the job: its pod is being created or replaced.
    private static boolean isExpected(DIJobResource object, String worker) {
        Status status = Status.read(object.getStatus());
        String job = object.getMetadata().getName();
        return !status.phase().ended() && status.roster().slots().stream().flatMap(Optional::stream)
                .flatMap(slot -> Stream.of(job + "-" + slot, job + "-" + status.counters().generation() + "-" + slot.index()))
                .anyMatch(worker::equals);
    }

    private Resource<DIJobResource> resource(JobKey job) {
        return client.resources(DIJobResource.class).inNamespace(job.namespace()).withName(job.name());
    }

    private DIJobResource object(JobKey job) {
        DIJobResource object = errors.trying("look at job " + job.name(), resource(job)::get);
        if (object == null) {
            List<DIJobResource> others = errors.trying("list the jobs of namespace " + job.namespace(), // or that the cluster has no DIJobs
                    () -> client.resources(DIJobResource.class).inNamespace(job.namespace()).list()).getItems();
            throw new JobsException("there is no job " + job.name() + " in namespace " + job.namespace() + ": " + (others.isEmpty()
                    ? "it has no jobs; name another with --namespace"
                    : "troupe get jobs --namespace " + job.namespace() + " lists them; or name another namespace"));
        }
        return object;
    }

    /// By rank; also the pods of a job that is gone.
    private List<Pod> pods(JobKey job) {
        return errors.trying("list the workers of job " + job.name(), () -> client.pods().inNamespace(job.namespace())
                .withLabels(Labels.of(job)).list()).getItems().stream()
                .sorted(Comparator.comparingInt(Rows::rank).thenComparing(pod -> pod.getMetadata().getName())).toList();
    }
}
