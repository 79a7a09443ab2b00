package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.jobserver.RequestedReplicas;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Running jobs are scaled up and down.
final class ScalingOnServerTest {
    @AutoClose
    private final Lab lab = Lab.open();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void ofManyPodsTheRestIsToldInOneEvent() {
        lab.create(SmallJobs.tasks("", "collector*60")).await("job", Phase.STARTING);
        KubeCluster.await("all are told",
                () -> lab.messages("job", "SuccessfulCreate").stream().mapToInt(ScalingOnServerTest::pods).sum() == 60);
    }

    private static int pods(String message) {
        return message.endsWith(" more pods") ? Integer.parseInt(message.split(" ", -1)[1]) : message.startsWith("created pod ") ? 1 : 0;
    }

    @Test
    void newPodsTakeTheNextRanksAndOldOnesStayUntouched() {
        running("learner*1", "collector*2");
        Set<String> before = ids();
        scale(1, 4).await("job", Phase.STARTING);
        assertTrue(ids().containsAll(before), "pods were replaced");
        lab.checkRanks("job");
        assertEquals("3", Lab.env(lab.pod("job-collector-2"), "DI_RANK"));
        assertEquals(1, lab.status("job").counters().reschedules());
        lab.allReady("job").await("job", Phase.RUNNING).awaitEvent("job", "JobRescheduling");
    }

    @Test
    void whoIsWantedNoLongerGoesAndItsRankIsAHole() {
        running("learner*1", "collector*3", "evaluator*1");
        scale(1, 1);
        lab.awaitPods("job", "job-learner-0", "job-collector-0", "job-evaluator-0");
        lab.allReady("job").await("job", Phase.RUNNING).checkRanks("job");
        lab.merge("job", "{\"spec\": {\"tasks\": null}}");
        lab.awaitEvent("job", "ChangeRefused");
        assertEquals(3, lab.names("job").size(), "what is not valid is not followed");
    }

    @Test
    void aHoleIsTakenByTheNextNewPod() {
        running("learner*1", "collector*3", "evaluator*1");
        scale(1, 1);
        lab.awaitPods("job", "job-learner-0", "job-collector-0", "job-evaluator-0").allReady("job").await("job", Phase.RUNNING);
        scale(2, 2);
        lab.awaitPods("job", "job-learner-0", "job-collector-0", "job-evaluator-0", "job-evaluator-1").checkRanks("job");
        Pod late = lab.pod("job-evaluator-1");
        assertEquals("2", Lab.env(late, "DI_RANK"));
        assertEquals("", Lab.env(late, "DI_NODES").split(",", -1)[3]);
    }

    @Test
    void aJobWithOneTemplateFollowsWhatItsProgramAskedFor() {
        lab.create(SmallJobs.elastic("minReplicas: 1\nmaxReplicas: 4\npreemptible: true")).await("job", Phase.STARTING).allReady("job")
                .await("job", Phase.RUNNING);
        request("2");
        lab.awaitPods("job", "job-0-0", "job-0-1").allReady("job").await("job", Phase.RUNNING).checkRanks("job");
        request("9");
        lab.awaitPods("job", "job-0-0", "job-0-1", "job-0-2", "job-0-3").checkRanks("job");
    }

    private void request(String replicas) {
        lab.merge("job", "{\"metadata\": {\"annotations\": {\"" + RequestedReplicas.ANNOTATION + "\": \"" + replicas + "\"}}}");
    }

    private void running(String... tasks) {
        lab.create(SmallJobs.tasks("preemptible: true", tasks)).await("job", Phase.STARTING).allReady("job").await("job", Phase.RUNNING);
    }

    private Lab scale(int task, int replicas) {
        lab.cluster.kubectl("patch", "dijob", "job", "-n", lab.namespace, "--type=json", "-p",
                "[{\"op\": \"replace\", \"path\": \"/spec/tasks/" + task + "/replicas\", \"value\": " + replicas + "}]");
        return lab;
    }

    private Set<String> ids() {
        return Set.copyOf(lab.pods("job").stream().map(pod -> pod.getMetadata().getUid()).toList());
    }

    @Test
    void kubectlScalesAJob() {
        running("learner*1", "collector*2");
        lab.cluster.kubectl("scale", "dijob", "job", "--replicas=4", "--namespace", lab.namespace);
        lab.awaitPods("job", "job-learner-0", "job-collector-0", "job-collector-1", "job-collector-2");
        lab.allReady("job").await("job", Phase.RUNNING).checkRanks("job");
        lab.cluster.kubectl("scale", "dijob", "job", "--current-replicas=4", "--replicas=2", "--namespace", lab.namespace);
        lab.awaitPods("job", "job-learner-0", "job-collector-0");
        String scale = lab.cluster.kubectl("get", "--raw",
                "/apis/diengine.opendilab.org/v2alpha1/namespaces/" + lab.namespace + "/dijobs/job/scale");
        assertTrue(scale.contains("\"selector\":\"diengine/job=job,diengine/operator=di-operator\""), scale);
        KubeCluster.await("the status follows", () -> lab.status("job").tally().replicas() == 2);
    }

    @Test
    void kubectlScalesAJobWithOneTemplate() {
        lab.create(SmallJobs.elastic("minReplicas: 1\nmaxReplicas: 1")).awaitPods("job", "job-0-0");
        lab.cluster.kubectl("scale", "dijob", "job", "--replicas=3", "--namespace", lab.namespace);
        lab.awaitPods("job", "job-0-0", "job-0-1", "job-0-2");
    }

    /// A user who wants to stop a job may scale it to zero. The job then keeps its smallest number of pods, and everything else about it still applies.
    @Test
    void aJobThatIsScaledToANumberItCannotHaveGoesOn() {
        running("learner*1", "collector*2");
        lab.cluster.kubectl("scale", "dijob", "job", "--replicas=0", "--namespace", lab.namespace);
        lab.awaitPods("job", "job-learner-0", "job-collector-0").awaitEvent("job", "ChangeRefused");
        lab.allReady("job").await("job", Phase.RUNNING).allEnded("job", 0).await("job", Phase.SUCCEEDED);
    }
}
