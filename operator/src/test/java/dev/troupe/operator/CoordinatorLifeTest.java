package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
        desk = new Desk(Desk.settings(packages), lab.namespace);
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
            reply.texts("collectors").forEach(url -> names.add(url.replaceFirst("\\..*", "")));
            reply.texts("learners").forEach(url -> names.add(url.replaceFirst("\\..*", "")));
        }
        return names;
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
        assertEquals(JOB + "-coordinator." + lab.namespace + ":22273",
                Lab.env(lab.pod(created.texts("learners").getFirst().replaceFirst("\\..*", "")), "KUBERNETES_COORDINATOR_URL"));

        String failed = created.texts("collectors").getFirst();
        Desk.Reply replaced = ask("POST", "/failed", ", 'collectors': ['" + failed + "']");
        KubeCluster.await("it is replaced", () -> lab.names(JOB).size() == 4 && lab.names(JOB).containsAll(with(replaced)));
        awaitServices(lab.names(JOB));
        ask("DELETE", "", ", 'collectors': {'replicas': 1}").data();
        KubeCluster.await("one is gone", () -> lab.names(JOB).size() == 3);
        awaitServices(lab.names(JOB));
        assertEquals(Phase.RUNNING, lab.status(JOB).phase(), "its pods are the coordinator's business");

        lab.ended(JOB + "-coordinator", 0).await(JOB, Phase.SUCCEEDED).awaitPods(JOB, JOB + "-coordinator");
        awaitServices(Set.of());
        assertEquals(Map.of("succeeded", 1), ((Map<?, ?>) lab.job(JOB).getStatus().get("replicaStatus")).get("Coordinator"));
        assertEquals("the job " + lab.namespace + "/" + JOB + " has ended",
                ask("POST", "", ", 'collectors': {'replicas': 1}").refusal(409));
    }

    @Test
    void aFailedCoordinatorTakesAllWithIt() throws Exception {
        awaitServices(with(ask("POST", "", ", 'collectors': {'replicas': 1}")));
        lab.ended(JOB + "-coordinator", 3).await(JOB, Phase.FAILED).awaitPods(JOB, JOB + "-coordinator");
        awaitServices(Set.of());
    }
}
