package dev.troupe.kube;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.JobRow;
import dev.troupe.dijob.Jobs;
import dev.troupe.dijob.Labels;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Status;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/// Follows a job to its end: its phases, and what its workers print.
final class Follower implements AutoCloseable {
    private static final long LAST_LINES_SECONDS = 10;
    /// For what is on its way from a worker that goes on after the end of its job.
    private static final long LINES_UNDER_WAY_SECONDS = 1;

    private final KubernetesClient client;
    private final ApiErrors errors;
    private final JobKey job;
    private final Optional<Jobs.LogRequest> request;
    private final Jobs.LineSink sink;
    /// Something is different; all it takes is one more look.
    private final LinkedBlockingQueue<String> changes = new LinkedBlockingQueue<>();
    private final SharedIndexInformer<DIJobResource> jobs;
    private final SharedIndexInformer<Pod> pods;
    /// By uid of the pod.
    private final Map<String, Thread> tails = new HashMap<>();
    private final Map<String, LogTail> open = new HashMap<>();
    /// As last seen, also before it was removed: one that ended and was removed between two looks has ended.
    private volatile DIJobResource latest;
    private volatile boolean removed;
    private volatile boolean over;

    Follower(KubernetesClient client, ApiErrors errors, DIJobResource job, Optional<Jobs.LogRequest> request, Jobs.LineSink sink) {
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
                () -> client.pods().inNamespace(this.job.namespace()).withLabels(Labels.of(this.job)).inform(signalling((_, _) -> {})));
    }

    /// @param look takes what is there, or, with true, what was there before it was removed
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

    /// One with the same name that comes after it is another.
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
                listen();
                if (!phase.equals(Optional.of(row.phase()))) {
                    sink.news(row);
                }
                phase = Optional.of(row.phase());
                Optional<Jobs.Ending> ending = ending(row, Status.read(object.getStatus()).phase());
                if (ending.isPresent() || gone) {
                    rest();
                    return ending.orElseGet(() -> new Jobs.Ending(job, Jobs.Result.GONE,
                            "it was removed" + (row.phase().isEmpty() ? "" : " while it was " + row.phase())));
                }
                changes.take();
                changes.clear();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Jobs.Ending(job, Jobs.Result.GONE, "interrupted");
        }
    }

    /// @param phase also of one that is being removed
    private Optional<Jobs.Ending> ending(JobRow row, Phase phase) {
        return switch (phase) {
            case SUCCEEDED -> Optional.of(new Jobs.Ending(job, Jobs.Result.SUCCEEDED, row.message()));
            case FAILED -> Optional.of(new Jobs.Ending(job, Jobs.Result.FAILED, row.message()));
            case NONE, PENDING, STARTING, RUNNING, RESTARTING, RESCHEDULING -> row.phase().equals(JobRow.KILLED)
                    ? Optional.of(new Jobs.Ending(job, Jobs.Result.KILLED, "somebody ended it with troupe kill"))
                    : Optional.empty();
        };
    }

    /// Follows whoever has begun since.
    private void listen() {
        if (request.isEmpty()) {
            return;
        }
        for (Pod pod : LogTail.chosen(pods.getStore().list(), request.get())) {
            String uid = pod.getMetadata().getUid();
            if (Rows.hasStarted(pod) && !tails.containsKey(uid)) {
                LogTail tail = LogTail.of(client, errors, pod, request.get());
                if (tails.isEmpty()) {
                    tail.check();
                }
                open.put(uid, tail);
                tails.put(uid, Thread.ofVirtual().name("troupe-logs-" + tail.name()).start(() -> tail(tail, uid)));
            }
        }
    }

    private void tail(LogTail tail, String uid) {
        while (!over) {
            Optional<Pod> pod = find(uid);
            if (pod.isEmpty()) {
                return; // gone, and its name may be another's
            }
            try {
                tail.follow(this::line);
            } catch (IOException e) {
                // cut: once more, unless it is over
            }
            if (Rows.hasEnded(pod.get())) {
                return;
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<Pod> find(String uid) {
        return pods.getStore().list().stream().filter(pod -> pod.getMetadata().getUid().equals(uid)).findFirst();
    }

    private synchronized void line(String worker, String line) {
        sink.line(worker, line);
    }

    /// What the workers had still to say.
    private void rest() throws InterruptedException {
        listen();
        long now = System.nanoTime();
        for (Map.Entry<String, Thread> tail : tails.entrySet()) {
            long end = now + TimeUnit.SECONDS.toNanos(goesOn(tail.getKey()) ? LINES_UNDER_WAY_SECONDS : LAST_LINES_SECONDS);
            tail.getValue().join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
    }

    /// Whether a worker is left alone although its job has ended.
    private boolean goesOn(String uid) {
        return latest.getSpec() != null && "None".equals(latest.getSpec().get("cleanPodPolicy"))
                && find(uid).filter(pod -> !Rows.hasEnded(pod) && pod.getMetadata().getDeletionTimestamp() == null).isPresent();
    }

    @Override
    public void close() {
        over = true;
        open.values().forEach(LogTail::stop);
        jobs.close();
        pods.close();
    }
}
