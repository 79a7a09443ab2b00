package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.jobserver.Desk;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import dev.troupe.lifecycle.Cluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The rights of the manifests are enough, and each that is missing is named where somebody looks.
final class LeastRightsTest {
    private static final Logger LOGGER = Logger.getLogger("dev.troupe.operator");
    private static final String REMEDY = ": apply the ClusterRole and its binding of `troupe operator manifests`";

    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            log.add(record.getMessage() + (record.getThrown() == null ? "" : " " + record.getThrown().getMessage()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private Lab lab;

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @BeforeEach
    void open() {
        lab = new Lab();
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void close() {
        LOGGER.removeHandler(handler);
        lab.close();
    }

    @Test
    void theyAreEnoughForAWholeLife() {
        Rights rights = Rights.all(lab.cluster, lab.namespace);
        lab.closing(rights, rights::close);
        lab.start(OperatorSettings.USUAL.watching(lab.namespace).with(Cluster.Gang.OWN)
                .with(new OperatorSettings.Election(lab.namespace, "it")), rights.client);
        lab.create(SmallJobs.tasks("gang: true\nttlSecondsAfterFinished: 0", "learner*1", "collector*2")).await("job", Phase.STARTING);
        lab.merge("job", "{\"metadata\": {\"labels\": {\"team\": \"red\"}}, \"spec\": {\"group\": \"games\"}}");
        lab.allReady("job").await("job", Phase.RUNNING).ended("job-collector-1", 2).awaitEvent("job", "JobRestarting")
                .await("job", Phase.STARTING).allReady("job").await("job", Phase.RUNNING).allEnded("job", 0);
        KubeCluster.await("the job is gone", () -> lab.job("job") == null);
        assertEquals(List.of(), log.stream().filter(line -> line.contains("cannot")).toList());
    }

    @ParameterizedTest
    @CsvSource({"list, dijobs", "list, pods", "list, services", "get, leases"})
    void withoutTheseItDoesNotStart(String verb, String resource) {
        Rights rights = Rights.without(lab.cluster, lab.namespace, verb, resource);
        lab.closing(rights, rights::close);
        OperatorSettings settings = OperatorSettings.USUAL.watching(lab.namespace)
                .with(new OperatorSettings.Election(lab.namespace, "it"));
        OperatorException refused = assertThrows(OperatorException.class, () -> lab.start(settings, rights.client));
        assertMissing(refused.getMessage(), verb, resource);
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", "patch"})
    void withoutTheseItCouldNotKeepItsLease(String verb) {
        Rights rights = Rights.without(lab.cluster, lab.namespace, verb, "leases");
        lab.closing(rights, rights::close);
        OperatorSettings settings = OperatorSettings.USUAL.watching(lab.namespace)
                .with(new OperatorSettings.Election(lab.namespace, "it"));
        assertEquals("the operator cannot " + verb + " resource \"leases\" in the namespace " + lab.namespace
                + ": apply the Role and its binding of `troupe operator manifests`",
                assertThrows(OperatorException.class, () -> lab.start(settings, rights.client)).getMessage());
    }

    @ParameterizedTest
    @CsvSource({"create, pods, FailedCreate", "create, services, FailedCreate", "create, secrets, FailedCreate",
            "delete, pods, FailedDelete",
            "delete, services, FailedDelete", "create, configmaps, FailedCreate",
            "delete, dijobs, FailedDelete", "patch, dijobs, ReconcileFailed", "patch, pods, FailedCreate"})
    void withoutTheseAnEventSaysSo(String verb, String resource, String reason) {
        without(verb, resource);
        lab.create(SmallJobs.tasks("cleanPodPolicy: All\nttlSecondsAfterFinished: 0", "learner*1"));
        if (reason.equals("FailedDelete")) {
            lab.await("job", Phase.STARTING).allEnded("job", 0).await("job", Phase.SUCCEEDED);
        } else if (resource.equals("pods") && verb.equals("patch")) {
            lab.await("job", Phase.STARTING).merge("job", "{\"spec\": {\"group\": \"games\"}}");
        }
        lab.awaitEvent("job", reason);
        assertMissing(lab.messages("job", reason).getFirst(), verb, resource);
    }

    /// An operator may be newer than its rights: what is only tidied up must not be in the way of anything.
    @ParameterizedTest
    @ValueSource(strings = {"secrets", "configmaps"})
    void withoutTheRightToTidyUpJobsCanBeDeletedAndAnEventSaysSo(String resource) {
        without("delete", resource);
        lab.create(SmallJobs.tasks("", "worker*1")).await("job", Phase.STARTING);
        lab.at("job").delete();
        KubeCluster.await("the job is gone", () -> lab.job("job") == null);
        lab.awaitEvent("job", "FailedDelete");
        assertMissing(lab.messages("job", "FailedDelete").getFirst(), "delete", resource);
    }

    @Test
    void withoutTheRightToTidyUpPodsAreReplacedAndAnEventSaysSo() {
        without("delete", "configmaps");
        lab.create(SmallJobs.tasks("", "worker*1")).await("job", Phase.STARTING);
        lab.merge("job", "{\"spec\": {\"replicas\": 2}}").awaitPods("job", "job-worker-0", "job-worker-1").await("job", Phase.STARTING);
        String before = lab.pod("job-worker-0").getMetadata().getUid();
        lab.delete("job-worker-0").awaitReplaced("job-worker-0", before).awaitEvent("job", "FailedDelete");
        assertMissing(lab.messages("job", "FailedDelete").getFirst(), "delete", "configmaps");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodes", "priorityclasses"})
    void withoutTheseAGangIsStartedWithoutALookForRoom(String resource) {
        Rights rights = Rights.without(lab.cluster, lab.namespace, "list", resource);
        lab.closing(rights, rights::close);
        lab.start(OperatorSettings.USUAL.watching(lab.namespace).with(Cluster.Gang.OWN), rights.client);
        lab.create(SmallJobs.tasks("gang: true", "learner*1")).await("job", Phase.STARTING);
        String line = log.stream().filter(one -> one.contains("without a check for room")).findFirst().orElseThrow();
        assertTrue(line.startsWith("the gang " + lab.namespace + "/job is started"), line);
        assertMissing(line, "list", resource);
    }

    @ParameterizedTest
    @CsvSource({"update, dijobs/status", "create, events"})
    void withoutTheseTheLogSaysSo(String verb, String resource) {
        without(verb, resource);
        lab.create(SmallJobs.tasks("", "learner*1"));
        KubeCluster.await("a line of the log", () -> log.stream().anyMatch(line -> line.contains("cannot " + verb)));
        assertMissing(log.stream().filter(line -> line.contains("cannot " + verb)).findFirst().orElseThrow(), verb, resource);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {
            "create, tokenreviews, GET, /v2alpha1/job/OWN.job/replicas, ``",
            "create, subjectaccessreviews, GET, /v2alpha1/job/kube-system.job/replicas, ``",
            "patch, dijobs, POST, /v2alpha1/job/OWN.job/replicas, `{'replicas': 1}`",
            "patch, dijobs/status, POST, /v2alpha1/job/OWN.job/profilings, `{'data': {'loss': 1}}`",
            "list, aggregatorconfigs, POST, /v1alpha1/replicas, `{'namespace': 'OWN', 'coordinator': 'old-coordinator', 'learners': {'replicas': 1, 'gpus': 2}}`"})
    void withoutTheseTheServersLogSaysSo(String verb, String resource, String method, String path, String body, @TempDir Path packages)
            throws Exception {
        Rights rights = Rights.without(lab.cluster, lab.namespace, verb, resource);
        lab.closing(rights, rights::close);
        try (Desk desk = new Desk(Desk.settings(packages), lab.namespace, rights.client)) {
            desk.create(SmallJobs.tasks("preemptible: true", "learner*1"));
            var old = desk.create("apiVersion: diengine.opendilab.org/v1alpha1\nkind: DIJob\nmetadata: {name: old}\nspec:\n  "
                    + "coordinator: &pod {template: {spec: {containers: [{name: di-container, image: ding}]}}}\n  learner: *pod\n");
            desk.client.resource(desk.pod(old, "old-coordinator", "coordinator").build()).create();
            String message = desk.send(method, path.replace("OWN", lab.namespace), body.replace("OWN", lab.namespace)).refusal(500);
            String line = log.stream().filter(one -> one.contains(message.replaceFirst(".* ", ""))).findFirst().orElseThrow();
            assertTrue(line.contains("cannot " + verb + " resource \"" + resource + "\""), line);
        }
    }

    private void without(String verb, String resource) {
        Rights rights = Rights.without(lab.cluster, lab.namespace, verb, resource);
        lab.closing(rights, rights::close);
        // Its long name makes the addresses of one pod as large as those of a large job.
        Cluster cluster = resource.equals("configmaps") ? SharedAddressesTest.FAR : Cluster.USUAL;
        lab.start(OperatorSettings.USUAL.watching(lab.namespace).with(cluster), rights.client);
    }

    private void assertMissing(String sentence, String verb, String resource) {
        assertTrue(sentence.contains("di-operator\" cannot " + verb + " resource \"" + resource + "\"") && sentence.endsWith(REMEDY),
                sentence);
    }
}
