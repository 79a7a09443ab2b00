package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What a user reads about a job that is not valid: from the API server at once, else in the status and an event. What the sentences say
/// word for word is tested in `dijob`.
final class MalformedOnServerTest {
    private static final String POD = "template: {spec: {containers: [{name: a, image: b}]}}";

    /// Specs, each with the field that is to be named.
    private static final List<String> MISTAKES = List.of(
            "tasks| {priority: high}",
            "tasks| {tasks: []}",
            "tasks| {tasks: {learner: 1}}",
            "minReplicas| {minReplicas: 1, tasks: [{type: learner, POD}]}",
            "minReplicas| {minReplicas: 4, maxReplicas: 3, POD}",
            "maxReplicas| {maxReplicas: 0, POD}",
            "topology| {engineFields: {topology: ring}, POD}",
            "parallelWorkers| {engineFields: {parallelWorkers: 0}, POD}",
            "backoffLimit| {backoffLimit: 3, coordinator: {POD}}",
            "coordinator| {learner: {POD}}",
            "cleanPodPolicy| {cleanPodPolicy: Never, tasks: [{type: learner, POD}]}",
            "priority| {priority: urgent, tasks: [{type: learner, POD}]}",
            "preemptible| {preemptible: 'yes', tasks: [{type: learner, POD}]}",
            "backoffLimit| {backoffLimit: -1, tasks: [{type: learner, POD}]}",
            "activeDeadlineSeconds| {activeDeadlineSeconds: 0, tasks: [{type: learner, POD}]}",
            "ttlSecondsAfterFinished| {ttlSecondsAfterFinished: 5m, tasks: [{type: learner, POD}]}",
            "volumes| {volumes: [{name: v}, {name: v}], tasks: [{type: learner, POD}]}",
            "type| {tasks: [{POD}]}",
            "type| {tasks: [{type: trainer, POD}]}",
            "name| {tasks: [{type: none, POD}]}",
            "type| {tasks: [{type: learner, POD}, {type: learner, name: other, POD}]}",
            "name| {tasks: [{type: learner, POD}, {type: none, name: learner, POD}]}",
            "name| {tasks: [{type: evaluator, name: same, POD}, {type: collector, name: same, POD}]}",
            "name| {tasks: [{type: none, name: my_task, POD}]}",
            "replicas| {tasks: [{type: learner, replicas: 0, POD}]}",
            "replicas| {tasks: [{type: learner, replicas: three, POD}]}",
            "tasks| {tasks: [{type: learner, replicas: 600, POD}, {type: collector, replicas: 600, POD}]}",
            "template| {tasks: [{type: learner}]}",
            "template.spec.containers| {template: {spec: null, containers: [{name: a, image: b}]}}",
            "template.spec.containers| {template: {spec: {containers: []}}}",
            "template.spec.containers| {template: {spec: {containers: {name: a}}}}",
            "image| {template: {spec: {containers: [{name: a}]}}}",
            "env[0].value| {template: {spec: {containers: [{name: a, image: b, env: [{name: A, value: 1}]}]}}}",
            "command| {template: {spec: {containers: [{name: a, image: b, command: ditask}]}}}",
            "containerPort| {template: {spec: {containers: [{name: a, image: b, ports: [{containerPort: 70000}]}]}}}",
            "volumeMounts| {template: {spec: {containers: [{name: a, image: b, volumeMounts: [{name: v, mountPath: /v}]}]}}}",
            "memory| {template: {spec: {containers: [{name: a, image: b, resources: {limits: {memory: 10 GB}}}]}}}");

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void eachOfThemIsExplained() {
        Map<String, String> kept = new LinkedHashMap<>();
        try (Lab lab = Lab.open()) {
            for (String mistake : MISTAKES) {
                String field = mistake.substring(0, mistake.indexOf('|'));
                String name = "job-" + kept.size();
                String yaml = "apiVersion: diengine.opendilab.org/v2alpha1\nkind: DIJob\nmetadata: {name: " + name + "}\nspec: "
                        + mistake.substring(field.length() + 2).replace("POD", POD) + "\n";
                try {
                    lab.create(yaml);
                    kept.put(name, field);
                } catch (KubernetesClientException e) {
                    assertEquals(422, e.getCode(), e.getMessage());
                    assertTrue(e.getMessage().contains(field), () -> mistake + " is refused with " + e.getMessage());
                }
            }
            assertTrue(kept.size() > 15, "the operator sees only " + kept);
            kept.forEach((job, field) -> {
                lab.await(job, Phase.FAILED);
                String message = lab.status(job).conditions().getLast().message();
                assertTrue(message.startsWith("the job is not valid: ") && message.contains(field), () -> field + " is not in: " + message);
                assertEquals(0, lab.pods(job).size());
            });
            String last = kept.keySet().stream().reduce((_, next) -> next).orElseThrow();
            lab.awaitEvent(last, "JobFailed");
            assertEquals(List.of(lab.status(last).conditions().getLast().message()), lab.messages(last, "JobFailed"));
        }
    }

    @Test
    void aJobIsTakenUpWhenItIsCorrected() {
        try (Lab lab = Lab.open()) {
            lab.create(SmallJobs.tasks("", "learner*1").replace("type: learner", "type: none").replace("name: learner, ", "")).await("job",
                    Phase.FAILED);
            String first = lab.status("job").refusal();
            lab.merge("job",
                    "{\"spec\": {\"tasks\": [{\"type\": \"none\", \"name\": \"my_task\", \"template\": {\"spec\": {\"containers\": ["
                            + "{\"name\": \"a\", \"image\": \"b\"}]}}}]}}");
            KubeCluster.await("the next mistake is told", () -> !lab.status("job").refusal().equals(first));
            assertEquals(Phase.FAILED, lab.status("job").phase());
            lab.merge("job", "{\"spec\": {\"tasks\": [{\"type\": \"learner\", \"template\": {\"spec\": {\"containers\": [{\"name\": \"a\", "
                    + "\"image\": \"b\"}]}}}]}}");
            lab.await("job", Phase.STARTING).awaitPods("job", "job-learner-0");
            assertEquals(Optional.empty(), lab.status("job").ended());
            KubeCluster.await("it is told", () -> lab.messages("job", "JobPending").contains("the job was corrected and is valid now"));
        }
    }

    @Test
    void aJobThatRanAndFailedStaysFailedWhenItIsChanged() {
        try (Lab lab = Lab.open()) {
            lab.create(SmallJobs.tasks("backoffLimit: 0", "learner*1")).await("job", Phase.STARTING).ended("job-learner-0", 1).await("job",
                    Phase.FAILED);
            lab.merge("job", "{\"spec\": {\"backoffLimit\": 5, \"cleanPodPolicy\": \"All\"}}");
            // The status is written before pods are deleted: it has seen the change when its pod is gone.
            KubeCluster.await("the change is followed", () -> lab.pods("job").isEmpty());
            assertEquals(Phase.FAILED, lab.status("job").phase());
        }
    }
}
