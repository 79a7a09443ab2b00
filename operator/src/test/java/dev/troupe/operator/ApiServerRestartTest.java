package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ApiServerRestartTest {
    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void theOperatorGoesOnWhenTheApiServerIsBack() {
        try (Lab lab = new Lab()) {
            Operator operator = lab.start();
            lab.create(SmallJobs.tasks("", "learner*1", "collector*2")).await("job", Phase.STARTING);
            lab.cluster.restartApiServer();
            lab.allReady("job").await("job", Phase.RUNNING);
            lab.delete("job-collector-0").await("job", Phase.STARTING).checkRanks("job");
            assertEquals(1, lab.status("job").counters().reschedules());
            assertFalse(operator.ended().isDone());
        }
    }
}
