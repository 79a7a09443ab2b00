package dev.troupe.kube;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Phase;
import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.Jobs;
import dev.troupe.jobs.JobsException;
import dev.troupe.lifecycle.Labels;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/// Follows a job to its end: its phases and the output of its workers.
final class Follower implements AutoCloseable {
    /// How long to wait for the last lines when none come.
    private static final Duration LAST_LINES = Duration.ofSeconds(10);
    /// How long to wait for output of a worker that keeps running after the end of its job.
    private static final Duration LINES_UNDER_WAY = Duration.ofSeconds(1);

    private final KubernetesClient client;
    private final CommandErrors errors;
    private final JobKey job;
    private final Optional<Jobs.LogRequest> request;
    private final Jobs.LineSink sink;
    /// One entry for each change; the loop then looks at everything again.
    private final LinkedBlockingQueue<String> changes = new LinkedBlockingQueue<>();
    private final SharedIndexInformer<DIJobResource> jobs;
    private final SharedIndexInformer<Pod> pods;
    /// By uid of the pod.
    private final Map<String, WorkerLines> workers = new HashMap<>();
    /// As they were last seen. A pod that started and was deleted between two looks was never followed.
    private final Queue<Pod> removedPods = new ConcurrentLinkedQueue<>();
    /// As last seen, possibly before it was deleted: a job that ended and was deleted between two looks has ended.
    private volatile DIJobResource latest;
    private volatile boolean removed;

    Follower(KubernetesClient client, CommandErrors errors, DIJobResource job, Optional<Jobs.LogRequest> request, Jobs.LineSink sink) {
        this.client = client;
        this.errors = errors;
        this.job = new JobKey(job.getMetadata().getNamespace(), job.getMetadata().getName());
        this.latest = job;
        this.request = request;
        this.sink = sink;
        this.jobs = errors.trying("follow job " + this.job.name(),
                () -> client.resources(DIJobResource.class).inNamespace(this.job.namespace()).withName(this.job.name())
                        .inform(signalling(this::look)));
        if (jobs.getStore().list().stream().noneMatch(this::isOurs)) {
            removed = true; // and nothing more will be heard of it
        }
        this.pods = errors.trying("follow the workers of job " + this.job.name(),
                () -> podsOfJob().inform(signalling(this::noteRemoval)));
    }

    private FilterWatchListDeletable<Pod, PodList, PodResource> podsOfJob() {
        return client.pods().inNamespace(job.namespace()).withLabels(Labels.of(job));
    }

    /// @param look takes the object, and whether it was deleted
    private <T> ResourceEventHandler<T> signalling(BiConsumer<T, Boolean> look) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(T object) {
                signal(object, false);
            }

            @Override
            public void onUpdate(T before, T after) {
                signal(after, false);
            }

            @Override
            public void onDelete(T object, boolean unknown) {
                signal(object, true);
            }

            private void signal(T object, boolean gone) {
                look.accept(object, gone);
                changes.add("");
            }
        };
    }

    private void look(DIJobResource object, boolean gone) {
        if (isOurs(object)) {
            latest = object;
            removed = removed || gone;
        }
    }

    private void noteRemoval(Pod pod, boolean gone) {
        if (gone && request.isPresent() && !LogTail.chosen(List.of(pod), request.get()).isEmpty()) {
            removedPods.add(pod);
        }
    }

    /// A later job of the same name is a different one.
    private boolean isOurs(DIJobResource object) {
        return object.getMetadata().getUid().equals(latest.getMetadata().getUid());
    }

    Jobs.Ending follow() {
        try {
            Optional<String> phase = Optional.empty();
            while (true) {
                boolean gone = removed; // then nothing follows what is read next
                DIJobResource object = latest;
                JobRow row = Rows.job(object);
                listen(pods.getStore().list());
                if (!phase.equals(Optional.of(row.phase()))) {
                    sink.news(row);
                }
                phase = Optional.of(row.phase());
                Optional<Jobs.Ending> ending = ending(row, Status.read(object.getStatus()).phase());
                if (ending.isPresent() || gone) {
                    rest();
                    return ending.orElseGet(() -> new Jobs.Ending(job, Jobs.Result.GONE,
                            "it was deleted" + (row.phase().isEmpty() ? "" : " while it was " + row.phase())));
                }
                changes.take();
                changes.clear();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Jobs.Ending(job, Jobs.Result.GONE, "interrupted");
        }
    }

    /// @param phase even if the job is being deleted
    private Optional<Jobs.Ending> ending(JobRow row, Phase phase) {
        return switch (phase) {
            case SUCCEEDED -> Optional.of(new Jobs.Ending(job, Jobs.Result.SUCCEEDED, row.message()));
            case FAILED -> Optional.of(new Jobs.Ending(job, Jobs.Result.FAILED, row.message()));
            case NONE, PENDING, STARTING, RUNNING, RESTARTING, RESCHEDULING -> row.phase().equals(JobRow.KILLED)
                    ? Optional.of(new Jobs.Ending(job, Jobs.Result.KILLED, "somebody ended it with troupe kill"))
                    : Optional.empty();
        };
    }

    /// Follows the workers that have started since the last call.
    private void listen(List<Pod> present) {
        if (request.isEmpty()) {
            return;
        }
        for (Pod pod : LogTail.chosen(present, request.get())) {
            String uid = pod.getMetadata().getUid();
            if (Rows.hasStarted(pod) && !workers.containsKey(uid)) {
                LogTail log = LogTail.of(client, errors, pod, request.get());
                if (workers.isEmpty()) {
                    log.check();
                }
                workers.put(uid, WorkerLines.start(log, this::line));
            }
        }
        for (Pod pod = removedPods.poll(); pod != null; pod = removedPods.poll()) {
            if (Rows.hasStarted(pod) && !workers.containsKey(pod.getMetadata().getUid())) {
                missed(pod.getMetadata().getName(), "its pod was deleted before its output was read");
            }
        }
    }

    private synchronized void line(String worker, String line) {
        sink.line(worker, line);
    }

    private synchronized void missed(String worker, String why) {
        sink.missed("the output of " + worker + " is incomplete: " + why);
    }

    /// Waits for the last output of the workers. The end of the job may be seen before the start of a worker, since each has its own watch.
    private void rest() throws InterruptedException {
        if (request.isEmpty()) {
            return;
        }
        Set<String> goingOn = Set.of();
        List<Pod> present = List.of();
        try {
            present = errors.trying("list the workers of job " + job.name(), podsOfJob()::list).getItems();
            listen(present);
            goingOn = goingOn(present);
        } catch (JobsException e) {
            sink.missed("the last lines of workers may be missing: " + e.getMessage());
        }
        long before;
        do {
            before = linesAfterTheEnd();
            long now = System.nanoTime();
            for (Map.Entry<String, WorkerLines> worker : workers.entrySet()) {
                Duration patience = goingOn.contains(worker.getKey()) ? LINES_UNDER_WAY : LAST_LINES;
                worker.getValue().await(patience.minusNanos(System.nanoTime() - now));
            }
        } while (linesAfterTheEnd() > before);
        for (Map.Entry<String, WorkerLines> worker : workers.entrySet()) {
            if (!goingOn.contains(worker.getKey()) && worker.getValue().gap().isPresent()) {
                missed(worker.getValue(), wasDeletedAtTheEnd(worker.getKey(), present));
            }
        }
    }

    private void missed(WorkerLines worker, boolean deletedAtTheEnd) {
        if (deletedAtTheEnd) {
            sink.missed("pod " + worker.worker() + " was deleted at the end of the job: its last lines may be missing");
        } else {
            worker.gap().ifPresent(why -> missed(worker.worker(), why));
        }
    }

    /// @param present the pods there were when the job had ended
    private boolean wasDeletedAtTheEnd(String uid, List<Pod> present) {
        return present.stream().anyMatch(pod -> pod.getMetadata().getUid().equals(uid)) && pods.getStore().list().stream()
                .noneMatch(pod -> pod.getMetadata().getUid().equals(uid) && pod.getMetadata().getDeletionTimestamp() == null);
    }

    private long linesAfterTheEnd() {
        return workers.values().stream().mapToLong(WorkerLines::linesAfterTheEnd).sum();
    }

    /// The workers that keep running although their job has ended.
    private Set<String> goingOn(List<Pod> present) {
        if (latest.getSpec() == null || !"None".equals(latest.getSpec().get("cleanPodPolicy"))) {
            return Set.of();
        }
        return present.stream().filter(pod -> !Rows.hasEnded(pod) && pod.getMetadata().getDeletionTimestamp() == null)
                .map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
    }

    @Override
    public void close() {
        workers.values().forEach(WorkerLines::stop);
        jobs.close();
        pods.close();
    }
}
