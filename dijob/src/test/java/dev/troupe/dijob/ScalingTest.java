package dev.troupe.dijob;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class ScalingTest {
    private static Scaling.Answer tasks(int by, Optional<String> name, String... tasks) {
        return Scaling.change(Files.parse(Yaml.tasks("preemptible: true", tasks)), OptionalInt.empty(), by, name);
    }

    @Test
    void theTaskIsTheOneNamedOrTheOnlyOneOrTheCollectors() {
        assertEquals(new Scaling.Answer.Replicas("x", 3), tasks(1, Optional.empty(), "x*2"));
        assertEquals(new Scaling.Answer.Replicas("collector", 1), tasks(-1, Optional.empty(), "learner*1", "collector*2"));
        assertEquals(new Scaling.Answer.Replicas("learner", 3), tasks(2, Optional.of("learner"), "learner*1", "collector*2"));
        assertEquals(new Scaling.Answer.Refused("which task of the job default/job is meant? Name one of a, b"),
                tasks(1, Optional.empty(), "a*1", "b*1"));
        assertEquals(new Scaling.Answer.Refused("which task of the job default/job is meant? Name one of a, b"),
                tasks(1, Optional.of("c"), "a*1", "b*1"));
    }

    @Test
    void aTaskHasAtLeastOnePod() {
        assertEquals(
                new Scaling.Answer.Refused(
                        "the task x of the job default/job has 2 pods and cannot have 0: a task has at least 1, a job at most 1000"),
                tasks(-2, Optional.empty(), "x*2"));
    }

    @Test
    void anElasticJobStaysWithinItsLimits() {
        Job job = Files.parse(Yaml.elastic("preemptible: true\nminReplicas: 1\nmaxReplicas: 3"));
        assertEquals(new Scaling.Answer.Requested(3), Scaling.change(job, OptionalInt.empty(), 2, Optional.empty()));
        assertEquals(new Scaling.Answer.Requested(2), Scaling.change(job, OptionalInt.of(3), -1, Optional.empty()));
        assertEquals(new Scaling.Answer.Refused("the job default/job has 3 pods and may have 1 to 3, not 4"),
                Scaling.change(job, OptionalInt.of(3), 1, Optional.empty()));
    }

    @Test
    void onlyPreemptibleJobsOfTheSecondVersionAreChangedThisWay() {
        assertEquals(
                new Scaling.Answer.Refused("the job games/pong is not preemptible: set spec.preemptible, or change spec.tasks yourself"),
                Scaling.change(Files.job("tasks.yaml"), OptionalInt.empty(), 1, Optional.empty()));
    }
}
