package dev.troupe.kube;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.JobRow;
import dev.troupe.dijob.Jobs;
import dev.troupe.dijob.Labels;
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

/// Follows a job to its end: its phases, and what its workers print.
final class Follower implements AutoCloseable {
    private static final long LAST_LINES_SECONDS = 10;

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
    private volatile boolean over;

    Follower(KubernetesClient client, ApiErrors errors, JobKey job, Optional<Jobs.LogRequest> request, Jobs.LineSink sink) {
        this.client = client;
        this.errors = errors;
        this.job = job;
        this.request = request;
        this.sink = sink;
        this.jobs = errors.trying("follow job " + job.name(), () -> client.resources(DIJobResource.class).inNamespace(job.namespace())
                .withName(job.name()).inform(signalling()));
        this.pods = errors.trying("follow the workers of job " + job.name(), () -> client.pods().inNamespace(job.namespace())
                .withLabels(Labels.of(job)).inform(signalling()));
    }

    private <T> ResourceEventHandler<T> signalling() {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(T object) {
                changes.add("");
            }

            @Override
            public void onUpdate(T before, T after) {
                changes.add("");
            }

            @Override
            public void onDelete(T object, boolean unknown) {
                changes.add("");
            }
        };
    }

    Jobs.Ending follow() {
        try {
            JobRow last = null;
            while (true) {
                Optional<DIJobResource> object = jobs.getStore().list().stream().findFirst();
                Optional<JobRow> row = object.map(Rows::job);
                listen();
                if (row.isPresent() && (last == null || !row.get().phase().equals(last.phase()))) {
                    sink.news(row.get());
                }
                Optional<Jobs.Ending> ending = row.isEmpty() ? Optional.of(gone(last)) : ending(row.get());
                if (ending.isPresent()) {
                    rest();
                    return ending.get();
                }
                last = row.get();
                changes.take();
                changes.clear();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Jobs.Ending(job, Jobs.Result.GONE, "interrupted");
        }
    }

    private Jobs.Ending gone(JobRow last) {
        return new Jobs.Ending(job, Jobs.Result.GONE, "it was removed" + (last == null ? "" : " while it was " + last.phase()));
    }

    private Optional<Jobs.Ending> ending(JobRow row) {
        return switch (row.phase()) {
            case "Succeeded" -> Optional.of(new Jobs.Ending(job, Jobs.Result.SUCCEEDED, row.message()));
            case "Failed" -> Optional.of(new Jobs.Ending(job, Jobs.Result.FAILED, row.message()));
            case JobRow.KILLED -> Optional.of(new Jobs.Ending(job, Jobs.Result.KILLED, "somebody ended it with troupe kill"));
            default -> Optional.empty();
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
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LAST_LINES_SECONDS);
        for (Thread tail : tails.values()) {
            tail.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
    }

    @Override
    public void close() {
        over = true;
        open.values().forEach(LogTail::stop);
        jobs.close();
        pods.close();
    }
}
