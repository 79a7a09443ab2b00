package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import dev.troupe.lifecycle.Counters;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A running job is modified.
final class TemplateChangeTest {
    @AutoClose
    private final Lab lab = Lab.open();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void podsAreReplacedOneAfterTheOther() {
        lab.create(SmallJobs.tasks("", "learner*1", "collector*2")).await("job", Phase.STARTING).allReady("job").await("job",
                Phase.RUNNING);
        String learner = lab.pod("job-learner-0").getMetadata().getUid();
        patch("[{\"op\": \"replace\", \"path\": \"/spec/tasks/1/template/spec/containers/0/image\", \"value\": \"ding:2\"}]");
        KubeCluster.await("all of the new image", () -> {
            Set<String> images = images("job-collector");
            assertTrue(lab.pods("job").size() >= 2, "more than one is missing");
            lab.allReady("job");
            return images.equals(Set.of("ding:2")) && lab.status("job").phase() == Phase.RUNNING;
        });
        assertEquals(learner, lab.pod("job-learner-0").getMetadata().getUid(), "a task that was not touched");
        assertEquals(0, lab.status("job").counters().restarts());
        lab.checkRanks("job").awaitEvent("job", "TemplateChanged");
    }

    @Test
    void eachTemplateOfAJobWithOneTemplateIsAGeneration() {
        lab.create(SmallJobs.elastic("minReplicas: 2\nmaxReplicas: 2")).await("job", Phase.STARTING).allReady("job").await("job",
                Phase.RUNNING);
        patch("[{\"op\": \"replace\", \"path\": \"/spec/template/spec/containers/0/image\", \"value\": \"ding:2\"}]");
        KubeCluster.await("the next generation", () -> {
            lab.allReady("job");
            return lab.names("job").equals(Set.of("job-1-0", "job-1-1")) && lab.status("job").phase() == Phase.RUNNING;
        });
        lab.checkRanks("job");
        assertEquals("1", Lab.env(lab.pod("job-1-0"), "DI_JOB_GENERATION"));
    }

    @Test
    void labelsChangeWithoutARestart() {
        lab.create(SmallJobs.tasks("", "learner*1")).await("job", Phase.STARTING).allReady("job").await("job", Phase.RUNNING);
        String before = lab.pod("job-learner-0").getMetadata().getUid();
        String metadata = "[{\"op\": \"add\", \"path\": \"/spec/tasks/0/template/metadata\", \"value\": %s}]";
        patch(metadata.formatted("{\"labels\": {\"team\": \"red\", \"a\": \"b\"}, \"annotations\": {\"note\": \"new\"}}"));
        KubeCluster.await("the label", () -> "red".equals(lab.pod("job-learner-0").getMetadata().getLabels().get("team")));
        assertEquals("new", lab.pod("job-learner-0").getMetadata().getAnnotations().get("note"));
        patch(metadata.formatted("{\"labels\": {\"team\": \"blue\"}}"));
        KubeCluster.await("the other label", () -> "blue".equals(lab.pod("job-learner-0").getMetadata().getLabels().get("team")));
        assertFalse(lab.pod("job-learner-0").getMetadata().getLabels().containsKey("a"), "the template has lost it");
        assertFalse(lab.pod("job-learner-0").getMetadata().getAnnotations().containsKey("note"), "the template has lost it");
        lab.bind("job-learner-0", "n");
        KubeCluster.await("its node", () -> "n".equals(lab.pod("job-learner-0").getMetadata().getAnnotations().get(Labels.NODE)));
        assertEquals(before, lab.pod("job-learner-0").getMetadata().getUid());
    }

    @Test
    void limitsCountAtOnce() {
        lab.create(SmallJobs.tasks("", "learner*1", "collector*1")).await("job", Phase.STARTING).allReady("job").await("job",
                Phase.RUNNING);
        lab.merge("job", "{\"spec\": {\"backoffLimit\": 0, \"cleanPodPolicy\": \"All\"}}").ended("job-learner-0", 1)
                .await("job", Phase.FAILED)
                .awaitPods("job");
        assertEquals(new Counters(0, 0, 0), lab.status("job").counters());
        lab.create(SmallJobs.tasks("", "learner*1").replace("name: job", "name: late")).await("late", Phase.STARTING).allReady("late")
                .await("late", Phase.RUNNING).merge("late", "{\"spec\": {\"activeDeadlineSeconds\": 1}}").await("late", Phase.FAILED);
        assertEquals(new Counters(0, 0, 0), lab.status("late").counters());
    }

    @Test
    void otherVolumesNeedOtherPods() {
        lab.create(SmallJobs.tasks("", "learner*1", "collector*1")).await("job", Phase.STARTING).allReady("job").await("job",
                Phase.RUNNING);
        lab.merge("job", "{\"spec\": {\"volumes\": [{\"name\": \"data\", \"emptyDir\": {}}]}}");
        KubeCluster.await("all have the volume", () -> {
            lab.allReady("job");
            return lab.pods("job").stream().filter(pod -> pod.getSpec().getVolumes().stream().anyMatch(one -> one.getName().equals("data")))
                    .count() == 2 && lab.status("job").phase() == Phase.RUNNING;
        });
        lab.checkRanks("job").awaitEvent("job", "TemplateChanged");
    }

    @Test
    void aChangeThatIsNotValidIsRefusedAndThePodsGoOn() {
        lab.create(SmallJobs.tasks("", "learner*1", "collector*1")).await("job", Phase.STARTING).allReady("job").await("job",
                Phase.RUNNING);
        String before = lab.pod("job-collector-0").getMetadata().getUid();
        patch("[{\"op\": \"replace\", \"path\": \"/spec/tasks/1/type\", \"value\": \"learner\"}]");
        lab.awaitEvent("job", "ChangeRefused");
        assertTrue(lab.status("job").refusal().contains("spec.tasks[0] has that type already"), lab.status("job").refusal());
        patch("[{\"op\": \"replace\", \"path\": \"/spec/tasks/1/type\", \"value\": \"collector\"}]");
        KubeCluster.await("it is taken back", () -> lab.status("job").refusal().isEmpty());
        assertEquals(Phase.RUNNING, lab.status("job").phase());
        assertEquals(before, lab.pod("job-collector-0").getMetadata().getUid());
    }

    @Test
    void aJobCannotBecomeOneOfAnotherShape() {
        lab.create(SmallJobs.tasks("", "learner*1")).await("job", Phase.STARTING);
        lab.merge("job",
                "{\"spec\": {\"tasks\": null, \"template\": {\"spec\": {\"containers\": [{\"name\": \"x\", \"image\": \"x\"}]}}}}");
        lab.awaitEvent("job", "ChangeRefused");
        assertEquals(Set.of("job-learner-0"), lab.names("job"));
        assertTrue(lab.status("job").refusal().contains("delete it and create it again"), lab.status("job").refusal());
    }

    private Set<String> images(String prefix) {
        return lab.pods("job").stream().filter(pod -> pod.getMetadata().getName().startsWith(prefix))
                .map((Pod pod) -> pod.getSpec().getContainers().getFirst().getImage()).collect(Collectors.toSet());
    }

    private void patch(String json) {
        lab.cluster.kubectl("patch", "dijob", "job", "-n", lab.namespace, "--type=json", "-p", json);
    }
}
