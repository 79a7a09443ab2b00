package dev.troupe.jobserver;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Scaling;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.Status;
import dev.troupe.lifecycle.Tally;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `/v2alpha1`: requests of the pods of a job, about the job and for it.
public final class JobApi {
    /// Reports of a program are stored in the job's status, which must stay small.
    static final int LARGEST_PROFILINGS = 1 << 16;
    /// How long a list of peers is cached.
    private static final Duration MOMENT = Duration.ofMillis(500);

    private final KubernetesClient client;
    private final JobFinder finder;
    private final JobPatch patch;
    private final Access access;
    private final Cluster cluster;
    private final Recent<JobKey, List<String>> peers;
    private final Recent<JobKey, Map<String, Integer>> pending;

    JobApi(KubernetesClient client, JobFinder finder, Access access, Cluster cluster, InstantSource clock) {
        this.client = client;
        this.finder = finder;
        this.patch = new JobPatch(client, finder);
        this.access = access;
        this.cluster = cluster;
        this.peers = new Recent<>(clock, MOMENT);
        this.pending = new Recent<>(clock, MOMENT);
    }

    /// `GET …/replicas`.
    Answer replicas(Context request, Caller caller) {
        JobKey key = key(request, caller, false);
        return new Answer("successfully get replicas", peers.get(key, () -> peers(key)));
    }

    private List<String> peers(JobKey key) {
        JobFinder.ValidJob found = finder.job(key);
        int span = Status.read(found.resource().getStatus()).roster().span();
        return Peers.of(span, finder.pods(found), cluster);
    }

    /// `GET …/pending`: how many pods have no node yet, and how many have one but do not run yet; `ditask` waits for both. The
    /// answer needs only the status of the job, because each of its pods asks.
    Answer pending(Context request, Caller caller) {
        JobKey key = key(request, caller, false);
        return new Answer("successfully get pending", pending.get(key, () -> {
            Tally tally = Status.read(finder.job(key).resource().getStatus()).tally();
            return Map.of("replicas", tally.replicas(), "pending", tally.unscheduled(), "starting", tally.starting());
        }));
    }

    /// `POST …/replicas`.
    Answer add(Context request, Caller caller) throws IOException {
        return new Answer("successfully add replicas", scale(request, caller, 1));
    }

    /// `DELETE …/replicas`.
    Answer remove(Context request, Caller caller) throws IOException {
        return new Answer("successfully delete replicas", scale(request, caller, -1));
    }

    private Object scale(Context request, Caller caller, int sign) throws IOException {
        JobKey key = key(request, caller, true);
        Map<?, ?> body = Body.map(request, "replicas");
        if (!(body.get("replicas") instanceof Integer replicas) || replicas < 1) {
            throw new Refusal(Refusal.MALFORMED,
                    whole(body.get("replicas")));
        }
        if (body.get("task") != null && !(body.get("task") instanceof String)) {
            throw new Refusal(Refusal.MALFORMED, "task is " + body.get("task") + ": it must be the name of a task");
        }
        Optional<String> task = Optional.ofNullable((String) body.get("task"));
        return patch.apply(key, false, found -> scale(found, sign * replicas, task));
    }

    private static String whole(Object replicas) {
        String must = ": it must be a whole number of at least 1";
        return replicas instanceof String text ? "replicas is '" + text + "', a string" + must + "; remove the quotes"
                : "replicas is " + replicas + must;
    }

    public static JobPatch.Change scale(JobFinder.ValidJob found, int by, Optional<String> name) {
        if (Status.read(found.resource().getStatus()).phase().ended()) {
            throw new Refusal(Refusal.CONFLICT, "the job " + found.job().key() + " has ended");
        }
        return switch (Scaling.change(found.job(), RequestedReplicas.of(found.resource()), by, name)) {
            case Scaling.Answer.Refused(String sentence) -> throw new Refusal(Refusal.CONFLICT, sentence);
            case Scaling.Answer.Replicas(String task, int replicas) -> {
                int index = found.job().tasks().indexOf(found.job().task(task).orElseThrow());
                List<Map<String, Object>> operations = new ArrayList<>(
                        List.of(JobPatch.add("/spec/tasks/" + index + "/replicas", replicas)));
                if (found.resource().getSpec().get("replicas") != null) { // it takes precedence over those of tasks
                    operations.add(JobPatch.add("/spec/replicas", found.job().replicas() + by));
                }
                yield new JobPatch.Change(operations, Map.of("task", task, "replicas", replicas));
            }
            case Scaling.Answer.Requested(int replicas) -> {
                List<Map<String, Object>> operations = new ArrayList<>();
                if (found.resource().getMetadata().getAnnotations().isEmpty()) {
                    operations.add(JobPatch.add("/metadata/annotations", Map.of()));
                }
                operations.add(JobPatch.add("/metadata/annotations/" + RequestedReplicas.ANNOTATION.replace("/", "~1"),
                        Integer.toString(replicas)));
                yield new JobPatch.Change(operations, Map.of("replicas", replicas));
            }
        };
    }

    /// `POST …/profilings`: any map, or one in `data`. The last report counts.
    Answer profilings(Context request, Caller caller) throws IOException {
        JobKey key = key(request, caller, true);
        Map<?, ?> body = Body.map(request, "data");
        Map<?, ?> report = body.get("data") instanceof Map<?, ?> data ? data : body;
        int length = client.getKubernetesSerialization().asJson(report).length();
        if (length > LARGEST_PROFILINGS) {
            throw new Refusal(Refusal.TOO_LARGE, "the report has " + length + " characters: send up to " + LARGEST_PROFILINGS);
        }
        patch.apply(key, true, found -> {
            List<Map<String, Object>> operations = new ArrayList<>();
            if (found.resource().getStatus() == null) {
                operations.add(JobPatch.add("/status", Map.of()));
            }
            operations.add(JobPatch.add("/status/profilings", report));
            return new JobPatch.Change(operations, null);
        });
        return new Answer("successfully report profilings", null);
    }

    /// The job of the request, provided that the caller may read, or change, it.
    private JobKey key(Context request, Caller caller, boolean change) {
        JobKey key = key(request);
        access.check(caller, key.namespace(), change);
        access.check(caller, key);
        return key;
    }

    /// Reads `namespace.name`, optionally followed by a generation; names of jobs have no dots.
    private static JobKey key(Context request) {
        String id = request.pathParam("id");
        String[] parts = id.split("\\.", -1);
        boolean named = parts.length == 2 || (parts.length == 3 && parts[2].matches("\\d+"));
        if (!named || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw new Refusal(Refusal.MALFORMED, "the job id is '" + id + "': it must be <namespace>.<name>");
        }
        return new JobKey(parts[0], parts[1]);
    }
}
