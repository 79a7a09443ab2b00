package dev.troupe.jobserver;

import dev.troupe.dijob.AggregatorConfig;
import dev.troupe.dijob.Job;
import dev.troupe.dijob.Problem;
import dev.troupe.dijob.Shape;
import dev.troupe.kube.EventWriter;
import dev.troupe.kube.PodView;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.CoordinatorReplicas;
import dev.troupe.lifecycle.CoordinatorReplicas.Created;
import dev.troupe.lifecycle.CoordinatorReplicas.Reached;
import dev.troupe.lifecycle.FailedReplicas;
import dev.troupe.lifecycle.Lifecycle;
import dev.troupe.lifecycle.Pod;
import dev.troupe.lifecycle.ReplicaRequest;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// `/v1alpha1`: requests of coordinators. The pods are created here, their services by the operator.
final class CoordinatorApi {
    private static final Set<String> PARAMETERS = Set.of("namespace", "coordinator", "aggregator", "name");
    private static final int ATTEMPTS = 5;

    private final JobFinder finder;
    private final Access access;
    private final CoordinatorPods pods;
    private final RandomGenerator random;

    CoordinatorApi(KubernetesClient client, EventWriter events, JobFinder finder, Access access, Cluster cluster,
            RandomGenerator random) {
        this.finder = finder;
        this.access = access;
        this.pods = new CoordinatorPods(client, events, cluster);
        this.random = random;
    }

    /// `GET /replicas`: the replicas of a coordinator, of an aggregator, of the job of a pod, of a namespace, or of all jobs.
    Answer get(Context request, Caller caller) {
        Map<String, String> asked = new LinkedHashMap<>();
        request.queryParamMap().forEach((name, values) -> {
            String parameter = name.toLowerCase(Locale.ROOT);
            if (!PARAMETERS.contains(parameter) || values.size() != 1 || asked.put(parameter, values.getFirst()) != null) {
                throw new Refusal(Refusal.MALFORMED,
                        "the parameter " + name + " is unknown or given twice: the parameters are namespace, coordinator, "
                                + "aggregator and name");
            }
        });
        String namespace = asked.getOrDefault("namespace", caller instanceof Caller.PodOfJob pod ? pod.job().namespace() : "");
        access.check(caller, namespace, false);
        String pod = asked.getOrDefault("coordinator", asked.getOrDefault("name", asked.getOrDefault("aggregator", "")));
        if (namespace.isEmpty() && !pod.isEmpty()) {
            throw new Refusal(Refusal.MALFORMED, "namespace is missing: it must be that of the pod " + pod);
        }
        return new Answer("successfully get replicas", pod.isEmpty() ? all(namespace, caller) : one(namespace, pod, asked, caller));
    }

    private Object one(String namespace, String pod, Map<String, String> asked, Caller caller) {
        JobFinder.ValidJob found = jobOf(namespace, pod, caller);
        if (!asked.containsKey("coordinator") && asked.containsKey("aggregator")) {
            return answer(namespace, pod, List.of(), CoordinatorReplicas.learnersOf(pod, namespace, seen(found)));
        }
        return answer(namespace, asked.getOrDefault("coordinator", found.job().key().name() + "-coordinator"),
                CoordinatorReplicas.reached(namespace, seen(found)));
    }

    /// The replicas of all coordinators whose job exists and that the caller may ask about.
    private List<Object> all(String namespace, Caller caller) {
        List<Object> all = new ArrayList<>();
        for (io.fabric8.kubernetes.api.model.Pod pod : finder.coordinators(namespace)) {
            String place = pod.getMetadata().getNamespace();
            try {
                all.add(answer(place, pod.getMetadata().getName(),
                        CoordinatorReplicas.reached(place, seen(jobOf(place, pod.getMetadata().getName(), caller)))));
            } catch (Refusal e) {
                if (e.status() == Refusal.INTERNAL) {
                    throw e; // other refusals mean that the job is gone meanwhile, or that the caller may not ask about it
                }
            }
        }
        return all;
    }

    /// `POST /replicas`.
    Answer create(Context request, Caller caller) throws IOException {
        ReplicaRequest asked = read(request, caller);
        JobFinder.ValidJob found = active(asked.namespace(), asked.coordinator(), caller);
        boolean spread = asked.learners().replicas() > 0 && asked.learners().resources().gpus() > 1;
        Created created = create(found, seen -> CoordinatorReplicas.create(found.job(), spread ? finder.aggregators() : none(), asked,
                spread ? finder.nodeGpus() : List.of(), seen, random));
        return new Answer("successfully create replicas", answer(asked.namespace(), asked.coordinator(), created.collectors(),
                created.learners()));
    }

    /// `DELETE /replicas`.
    Answer delete(Context request, Caller caller) throws IOException {
        ReplicaRequest asked = read(request, caller);
        JobFinder.ValidJob found = jobOf(asked.namespace(), asked.coordinator(), caller);
        List<Pod> going = CoordinatorReplicas.remove(asked, seen(found));
        pods.delete(found, going.stream().map(Pod::name).toList(), "the coordinator asked for fewer");
        return new Answer("successfully delete replicas",
                answer(asked.namespace(), asked.coordinator(), CoordinatorReplicas.reached(asked.namespace(), going)));
    }

    /// `POST /replicas/failed`.
    Answer replace(Context request, Caller caller) throws IOException {
        FailedReplicas.Result read = FailedReplicas.read(Body.tree(request));
        FailedReplicas report = read.report().orElseThrow(() -> malformed(read.problems()));
        access.check(caller, report.namespace(), true);
        JobFinder.ValidJob found = active(report.namespace(), report.coordinator(), caller);
        List<Pod> before = seen(found);
        Set<String> unknown = new HashSet<>(report.names());
        before.stream().filter(pod -> !pod.deleting()).forEach(pod -> unknown.remove(pod.name()));
        if (!unknown.isEmpty()) {
            throw new Refusal(Refusal.NOT_FOUND, "the job " + found.job().key() + " has no pods " + String.join(", ", unknown));
        }
        boolean spread = before.stream().anyMatch(pod -> pod.task().equals("aggregator"));
        Function<List<Pod>, CoordinatorReplicas.Replaced> plan = newer -> CoordinatorReplicas.replace(found.job(),
                spread ? finder.aggregators() : none(), report.names(), spread ? finder.nodeGpus() : List.of(), before, newer, random);
        List<Pod> going = planned(() -> plan.apply(List.of())).going();
        pods.delete(found, going.stream().map(Pod::name).toList(), "the coordinator said that it failed");
        // The deleted pods may be gone already, so the plan is always made from those that were there before.
        Created created = create(found, now -> plan.apply(now).created());
        return new Answer("successfully recreate replicas", answer(report.namespace(), report.coordinator(), created.collectors(),
                created.learners()));
    }

    /// Two simultaneous requests may choose the same name; then the later one makes a new plan.
    private Created create(JobFinder.ValidJob found, Function<List<Pod>, Created> plan) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Created created = planned(() -> plan.apply(seen(found)));
            if (pods.create(found, created.pods())) {
                return created;
            }
        }
        throw new Refusal(Refusal.CONFLICT, "the names of new pods of the job " + found.job().key() + " are taken: try again");
    }

    private static <T> T planned(Supplier<T> plan) {
        try {
            return plan.get();
        } catch (IllegalArgumentException e) {
            throw new Refusal(Refusal.CONFLICT, e.getMessage()); // the job has no such template
        }
    }

    private static Optional<AggregatorConfig> none() {
        return Optional.empty();
    }

    private ReplicaRequest read(Context request, Caller caller) throws IOException {
        ReplicaRequest.Result read = ReplicaRequest.read(Body.tree(request));
        ReplicaRequest asked = read.request().orElseThrow(() -> malformed(read.problems()));
        access.check(caller, asked.namespace(), true);
        return asked;
    }

    private static Refusal malformed(List<Problem> problems) {
        return new Refusal(Refusal.MALFORMED, problems.stream().map(Problem::sentence).collect(Collectors.joining("; ")));
    }

    /// The job of a pod, provided that it may get more pods.
    private JobFinder.ValidJob active(String namespace, String pod, Caller caller) {
        JobFinder.ValidJob found = jobOf(namespace, pod, caller);
        Job job = found.job();
        if (!(job.shape() instanceof Shape.Coordinated)) {
            throw new Refusal(Refusal.CONFLICT, "the job " + job.key() + " has no coordinator: use /v2alpha1");
        }
        if (Status.read(found.resource().getStatus()).phase().ended() || found.resource().isMarkedForDeletion()) {
            throw new Refusal(Refusal.CONFLICT, "the job " + job.key() + " has ended");
        }
        return found;
    }

    /// The job of a pod, provided that the caller may ask about it.
    private JobFinder.ValidJob jobOf(String namespace, String pod, Caller caller) {
        JobFinder.ValidJob found = finder.jobOf(namespace, pod);
        access.check(caller, found.job().key());
        if (Lifecycle.leaves(found.job(), Status.read(found.resource().getStatus()))) {
            throw new Refusal(Refusal.CONFLICT, "another operator started the job " + found.job().key()
                    + ", and Troupe cannot take it over: delete it and create it again");
        }
        return found;
    }

    private List<Pod> seen(JobFinder.ValidJob found) {
        return finder.pods(found).stream().map(PodView::of).toList();
    }

    private static Object answer(String namespace, String coordinator, Reached reached) {
        return answer(namespace, coordinator, reached.collectors(), reached.learners());
    }

    private static Object answer(String namespace, String coordinator, List<String> collectors, List<String> learners) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("namespace", namespace);
        answer.put("coordinator", coordinator);
        answer.put("collectors", collectors);
        answer.put("learners", learners);
        return answer;
    }
}
