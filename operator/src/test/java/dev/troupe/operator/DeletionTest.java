package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import dev.troupe.lifecycle.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A job is taken on before it has pods, and let go when it has none.
final class DeletionTest {
    @AutoClose
    private final Lab lab = new Lab();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void podsThatShallLoseTheirOwnerGoAllTheSame() {
        lab.cluster.assumeGarbageCollection();
        lab.start();
        lab.create(SmallJobs.tasks("", "learner*1", "collector*2")).await("job", Phase.STARTING);
        lab.cluster.kubectl("delete", "dijob", "job", "-n", lab.namespace, "--cascade=orphan");
        assertTrue(lab.pods("job").isEmpty() && lab.services().isEmpty());
        assertEquals(List.of(), lab.tokens("job"));
    }

    @Test
    void theJobStaysUntilItsPodsAreGone() {
        lab.start();
        lab.create(SmallJobs.tasks("", "learner*1", "collector*1")).await("job", Phase.STARTING).bind("job-learner-0", "n");
        lab.at("job").delete();
        KubeCluster.await("its pods leave", () -> lab.names("job").isEmpty());
        assertTrue(lab.job("job").isMarkedForDeletion());
        lab.gone("job-learner-0");
        KubeCluster.await("the job is gone", () -> lab.job("job") == null && lab.services().isEmpty());
    }

    /// The one thing to do when there is no operator any more, as the documentation says.
    @Test
    void withoutAnOperatorOneCommandFreesAJob() {
        Operator operator = lab.start();
        lab.create(SmallJobs.tasks("", "learner*1")).await("job", Phase.STARTING);
        operator.close();
        lab.at("job").delete();
        assertTrue(lab.job("job").hasFinalizer(Adoption.FINALIZER));
        lab.cluster.kubectl("patch", "dijob", "job", "-n", lab.namespace, "--type", "merge", "-p", "{\"metadata\":{\"finalizers\":null}}");
        assertEquals(null, lab.job("job"));
    }

    @Test
    void aJobThatIsNotValidCanBeDeletedWithoutTheOperator() {
        lab.start();
        lab.create(SmallJobs.tasks("", "learner*1", "learner*1")).await("job", Phase.FAILED);
        assertEquals(List.of(), lab.job("job").getMetadata().getFinalizers());
    }

    @Test
    void tasksWithoutANameGetThatOfTheirType() {
        lab.start();
        lab.create(
                SmallJobs.tasks("", "learner*1", "mine*1", "collector*1").replace("name: learner, ", "").replace("name: collector, ", ""))
                .await("job", Phase.STARTING);
        List<?> tasks = (List<?>) lab.job("job").getSpec().get("tasks");
        assertEquals(List.of("learner", "mine", "collector"), tasks.stream().map(task -> ((Map<?, ?>) task).get("name")).toList());
    }

    @Test
    void aPodThatItsNodeNeverEndsIsTakenAwayWhenTheOperatorMay() {
        lab.start(OperatorSettings.USUAL.watching(lab.namespace).with(Cluster.USUAL.forcingDeleteAfter(Duration.ofSeconds(1))), lab.client);
        lab.create(SmallJobs.tasks("", "learner*1").replace("{spec: {", "{spec: {terminationGracePeriodSeconds: 1, "))
                .await("job", Phase.STARTING)
                .bind("job-learner-0", "gone");
        String before = lab.pod("job-learner-0").getMetadata().getUid();
        lab.delete("job-learner-0").awaitReplaced("job-learner-0", before).awaitEvent("job", "ForcedDelete");
    }

    @Test
    void jobsOfOneNameFollowEachOther() {
        lab.start();
        for (int i = 0; i < 10; i++) {
            lab.create(SmallJobs.tasks("", "learner*1")).await("job", Phase.STARTING);
            lab.at("job").delete();
            while (lab.job("job") != null) {
                Thread.onSpinWait();
            }
        }
        assertTrue(lab.pods("job").isEmpty());
    }
}
