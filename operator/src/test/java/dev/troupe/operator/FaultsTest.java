package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.FaultyApi;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The API server refuses, stumbles, is away.
final class FaultsTest {
    private Lab lab;
    private FaultyApi api;

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @BeforeEach
    void open() {
        lab = new Lab();
        api = new FaultyApi(lab.client.getConfiguration());
        var client = api.client();
        lab.closing(api, api::close);
        lab.closing(client, client::close);
        lab.start(OperatorSettings.USUAL.watching(lab.namespace), client);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    /// Some calls are refused: 409 means to observe again, the others to try again.
    @ParameterizedTest
    @ValueSource(ints = {409, 429, 500, 503})
    void whatIsRefusedIsTriedAgain(int code) {
        api.script(sometimes(new FaultyApi.Fate.Refuse(code, "injected")));
        whole();
    }

    @Test
    void whatIsRefusedAgainAndAgainIsToldOnce() {
        api.script(call -> call.path().endsWith("/dijobs/job/status") ? new FaultyApi.Fate.Refuse(422, "status is too odd")
                : FaultyApi.FORWARD);
        lab.create(SmallJobs.tasks("", "learner*1")).awaitEvent("job", "ReconcileFailed");
        KubeCluster.await("more attempts", () -> api.writes().stream().filter(call -> call.path().endsWith("/status")).count() > 3);
        assertEquals(List.of("status is too odd"), lab.messages("job", "ReconcileFailed"));
        api.script(_ -> FaultyApi.FORWARD);
        lab.await("job", Phase.STARTING);
    }

    @Test
    void whatIsLostOnTheWayIsTriedAgain() {
        api.script(sometimes(new FaultyApi.Fate.Cut()));
        whole();
    }

    @Test
    void whatWasDoneWithoutAnAnswerIsNotDoneTwice() {
        api.script(sometimes(new FaultyApi.Fate.Lose()));
        whole();
    }

    @Test
    void aWatchThatBreaksIsTakenUpAgain() {
        lab.create(SmallJobs.tasks("", "learner*1", "collector*2")).await("job", Phase.STARTING);
        for (int i = 0; i < 3; i++) {
            api.dropWatches();
            lab.allReady("job").await("job", Phase.RUNNING);
            api.dropWatches();
            lab.delete("job-collector-1").await("job", Phase.STARTING);
        }
        assertEquals(3, lab.status("job").counters().reschedules());
        lab.checkRanks("job");
    }

    @Test
    void whenNothingHappensNothingIsWritten() {
        lab.create(SmallJobs.tasks("activeDeadlineSeconds: 3600", "learner*1", "collector*2")).await("job", Phase.STARTING).allReady("job")
                .await("job", Phase.RUNNING);
        KubeCluster.await("it is quiet", () -> quiet());
        // Changes of pods that mean nothing, and of the job that mean nothing.
        api.script(_ -> FaultyApi.FORWARD);
        lab.client.pods().inNamespace(lab.namespace).withName("job-learner-0").edit(pod -> {
            pod.getMetadata().getAnnotations().put("note", "1");
            return pod;
        });
        lab.merge("job", "{\"metadata\": {\"labels\": {\"note\": \"1\"}}}");
        lab.create(SmallJobs.tasks("", "learner*1").replace("name: job", "name: other")).await("other", Phase.STARTING);
        KubeCluster.await("it is quiet", () -> quiet());
        assertFalse(api.writes().stream().anyMatch(call -> call.path().matches(".*/(dijobs/job|pods/job-|services/di-job).*")),
                () -> api.writes().toString());
    }

    @Test
    void aNewOperatorWritesNothingWhereNothingIsToBeDone() {
        lab.create(SmallJobs.tasks("", "learner*1", "collector*2")).await("job", Phase.STARTING).allReady("job").await("job",
                Phase.RUNNING);
        KubeCluster.await("it is quiet", () -> quiet());
        try (FaultyApi second = new FaultyApi(lab.client.getConfiguration());
                var client = second.client();
                Operator _ = Operator.start(OperatorSettings.USUAL.watching(lab.namespace), client)) {
            lab.create(SmallJobs.tasks("", "learner*1").replace("name: job", "name: other")).await("other", Phase.STARTING);
            assertFalse(second.writes().stream().anyMatch(call -> call.path().matches(".*/(dijobs/job|pods/job-|services/di-job).*")),
                    () -> second.writes().toString());
        }
    }

    private boolean quiet() {
        int before = api.calls.size();
        long until = System.nanoTime() + 300_000_000;
        while (System.nanoTime() < until) {
            if (api.calls.size() != before) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    private void whole() {
        lab.create(SmallJobs.tasks("", "learner*1", "collector*2")).await("job", Phase.STARTING).checkRanks("job").allReady("job")
                .await("job", Phase.RUNNING);
        lab.delete("job-learner-0").await("job", Phase.STARTING).checkRanks("job").allReady("job").await("job", Phase.RUNNING);
        lab.ended("job-collector-0", 1);
        KubeCluster.await("a restart", () -> lab.status("job").counters().restarts() == 1);
        lab.await("job", Phase.STARTING).checkRanks("job").allEnded("job", 0).await("job", Phase.SUCCEEDED);
        assertEquals(1, lab.status("job").counters().restarts());
        assertTrue(lab.status("job").counters().reschedules() >= 1);
    }

    /// Every third call, more or less.
    private static Function<FaultyApi.Call, FaultyApi.Fate> sometimes(FaultyApi.Fate fault) {
        Random random = new Random(1);
        return _ -> {
            synchronized (random) {
                return random.nextInt(3) == 0 ? fault : FaultyApi.FORWARD;
            }
        };
    }
}
