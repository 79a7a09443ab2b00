package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.dijob.Phase;
import dev.troupe.jobserver.Desk;
import dev.troupe.jobserver.ServerSettings;
import dev.troupe.kube.AggregatorConfigResource;
import dev.troupe.kube.KubeCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The job of the second seed from its creation to its end: operator, server and API server are real, the coordinator's program and the
/// kubelets are the test.
final class CoordinatorLifeTest {
    private static final String JOB = "qbert-dqn";
    @TempDir
    private Path packages;
    private Lab lab;
    private Desk desk;

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @BeforeEach
    void open() throws Exception {
        lab = Lab.open();
        ServerSettings usual = Desk.settings(packages);
        desk = new Desk(new ServerSettings(0, usual.tls(), ServerSettings.Admission.TOKENS_AND_PODS, lab.namespace, usual.packages()),
                lab.namespace);
        lab.create(Files.readString(Path.of("../examples/dijob/dijob-qbert.yaml")));
        lab.awaitPods(JOB, JOB + "-coordinator").await(JOB, Phase.PENDING).ready(JOB + "-coordinator").await(JOB, Phase.RUNNING);
    }

    @AfterEach
    void close() throws Exception {
        desk.close();
        lab.close();
    }

    private Desk.Reply ask(String verb, String path, String rest) throws Exception {
        return desk.send(verb, "/v1alpha1/replicas" + path,
                "{'namespace': '" + lab.namespace + "', 'coordinator': '" + JOB + "-coordinator'" + rest + "}");
    }

    private Set<String> with(Desk.Reply... replies) {
        Set<String> names = new TreeSet<>(Set.of(JOB + "-coordinator"));
        for (Desk.Reply reply : replies) {
            reply.texts("collectors").forEach(url -> names.add(name(url)));
            reply.texts("learners").forEach(url -> names.add(name(url)));
        }
        return names;
    }

    private static String name(String url) {
        return url.replaceFirst("\\..*", "");
    }

    private void awaitMessage(String reason, String message) {
        KubeCluster.await("event " + reason + ": " + message, () -> lab.messages(JOB, reason).contains(message));
    }

    private void awaitServices(Set<String> names) {
        KubeCluster.await("services " + names + ", there are " + lab.services(), () -> lab.services().equals(names));
    }

    @Test
    void theCoordinatorAsksWorksAndEnds() throws Exception {
        Desk.Reply created = ask("POST", "", ", 'collectors': {'replicas': 2}, 'learners': {'replicas': 1}");
        assertEquals(4, with(created).size());
        assertEquals(with(created), lab.names(JOB));
        awaitServices(with(created));
        lab.allReady(JOB);
        KubeCluster.await("all are ready", () -> lab.status(JOB).tally().ready() == 4);
        assertEquals(Map.of("Aggregator", Map.of(), "Coordinator", Map.of("active", 1), "Collector", Map.of("active", 2), "Learner",
                Map.of("active", 1)), lab.job(JOB).getStatus().get("replicaStatus"));
        assertEquals(JOB + "-coordinator." + lab.namespace + ":22273",
                Lab.env(lab.pod(name(created.texts("learners").getFirst())), "KUBERNETES_COORDINATOR_URL"));

        String failed = created.texts("collectors").getFirst();
        Desk.Reply replaced = ask("POST", "/failed", ", 'collectors': ['" + failed + "']");
        KubeCluster.await("it is replaced", () -> lab.names(JOB).size() == 4 && lab.names(JOB).containsAll(with(replaced)));
        awaitServices(lab.names(JOB));
        String surplus = ask("DELETE", "", ", 'collectors': {'replicas': 1}").texts("collectors").getFirst();
        KubeCluster.await("one is gone", () -> lab.names(JOB).size() == 3);
        awaitServices(lab.names(JOB));
        assertEquals(Phase.RUNNING, lab.status(JOB).phase(), "its pods are the coordinator's business");
        lab.allReady(JOB);
        KubeCluster.await("all are ready again", () -> lab.status(JOB).tally().ready() == 3);

        with(created, replaced).forEach(pod -> awaitMessage("SuccessfulCreate", "created pod " + pod));
        awaitMessage("SuccessfulDelete", "deleted pod " + name(failed) + ": the coordinator said that it failed");
        awaitMessage("SuccessfulDelete", "deleted pod " + name(surplus) + ": the coordinator asked for fewer");

        lab.ended(JOB + "-coordinator", 0).await(JOB, Phase.SUCCEEDED).awaitPods(JOB, JOB + "-coordinator");
        awaitServices(Set.of());
        Map<String, Object> one = Map.of("succeeded", 1);
        assertEquals(Map.of("Aggregator", Map.of(), "Coordinator", one, "Collector", one, "Learner", one),
                lab.job(JOB).getStatus().get("replicaStatus"), "nobody is active any more");
        assertEquals("the job " + lab.namespace + "/" + JOB + " has ended",
                ask("POST", "", ", 'collectors': {'replicas': 1}").refusal(409));
    }

    @Test
    void programsForTheOriginalFindServicesByTheLabelsOfTheirPods() throws Exception {
        Desk.Reply created = ask("POST", "", ", 'collectors': {'replicas': 1}");
        awaitServices(with(created));
        String collector = name(created.texts("collectors").getFirst());
        assertEquals(List.of(collector), lab.client.services().inNamespace(lab.namespace).withLabel("group-name", "diengine.opendilab.org")
                .withLabel("controller-name", "di-operator").withLabel("dijob-name", JOB).withLabel("replica-type", "collector")
                .withLabel("pod-name", collector).list().getItems().stream().map(service -> service.getMetadata().getName()).toList());
    }

    /// Of every role, one after the other and all at once.
    @Test
    void aServiceDeletedByHandComesBackAsItWas() throws Exception {
        lab.create("""
                apiVersion: diengine.opendilab.org/v1alpha1
                kind: AggregatorConfig
                metadata: {name: aggregator}
                spec: {aggregator: {template: {spec: {containers: [{name: aggregator, image: ding}]}}}}
                """);
        try {
            ask("POST", "", ", 'collectors': {'replicas': 1}, 'learners': {'replicas': 1}").data();
            ask("POST", "", ", 'learners': {'replicas': 1, 'gpus': 10}").data();
        } finally {
            lab.client.resources(AggregatorConfigResource.class).inNamespace(lab.namespace).delete();
        }
        Set<String> all = lab.names(JOB);
        assertEquals(5, all.size(), "coordinator, collector, learner, aggregator and the learner beside it: " + all);
        awaitServices(all);
        Map<String, Integer> ports = ports();
        assertEquals(11, Collections.max(ports.values()), "one for each GPU, and the master's");
        for (String name : all) {
            lab.client.services().inNamespace(lab.namespace).withName(name).delete();
            awaitServices(all);
        }
        lab.client.services().inNamespace(lab.namespace).delete();
        awaitServices(all);
        assertEquals(ports, ports());
        lab.ended(JOB + "-coordinator", 0).await(JOB, Phase.SUCCEEDED);
    }

    private Map<String, Integer> ports() {
        return lab.client.services().inNamespace(lab.namespace).list().getItems().stream()
                .collect(Collectors.toMap(service -> service.getMetadata().getName(), service -> service.getSpec().getPorts().size()));
    }

    @Test
    void aCoordinatorDeletedByHandComesBack() throws Exception {
        Set<String> all = with(ask("POST", "", ", 'collectors': {'replicas': 1}"));
        String before = lab.pod(JOB + "-coordinator").getMetadata().getUid();
        lab.delete(JOB + "-coordinator").awaitReplaced(JOB + "-coordinator", before).await(JOB, Phase.PENDING);
        lab.ready(JOB + "-coordinator").await(JOB, Phase.RUNNING);
        assertEquals(all, lab.names(JOB), "the others stay");
        lab.ended(JOB + "-coordinator", 0).await(JOB, Phase.SUCCEEDED);
    }

    @Test
    void aFailedCoordinatorTakesAllWithIt() throws Exception {
        awaitServices(with(ask("POST", "", ", 'collectors': {'replicas': 1}")));
        lab.allReady(JOB).ended(JOB + "-coordinator", 3).await(JOB, Phase.FAILED).awaitPods(JOB, JOB + "-coordinator");
        awaitServices(Set.of());
        assertEquals(Map.of("Aggregator", Map.of(), "Coordinator", Map.of("failed", 1), "Collector", Map.of(), "Learner", Map.of()),
                lab.job(JOB).getStatus().get("replicaStatus"));
    }
}
