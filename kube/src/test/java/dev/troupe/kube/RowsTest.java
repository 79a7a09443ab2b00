package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.WorkerRow;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// Objects as an API server has them, as rows.
final class RowsTest {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    private static Pod pod(String metadata, String status) {
        return JSON.unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: {name: test-0-1, labels: {diengine/task-name: worker}, annotations: {diengine/rank: '1'}%s}
                spec: {nodeName: node-1, containers: [{name: log}, {name: di-container}]}
                status: %s
                """.formatted(metadata, status), Pod.class);
    }

    private static DIJobResource job(String metadata, String spec, String status) {
        return JSON.unmarshal("""
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata: {name: test, namespace: games, creationTimestamp: '2026-01-01T11:00:00Z'%s}
                spec: {%s}
                status: %s
                """.formatted(metadata, spec, status), DIJobResource.class);
    }

    @Test
    void aRunningWorkerIsSeenByItsMainContainer() {
        WorkerRow row = Rows.worker(pod("", """
                {phase: Running, containerStatuses: [{name: log, state: {terminated: {exitCode: 9}}},
                 {name: di-container, state: {running: {startedAt: '2026-01-01T12:00:00Z'}}}]}"""));
        assertEquals("WorkerRow[name=test-0-1, task=worker, rank=1, status=Running, started=Optional[2026-01-01T12:00:00Z], "
                + "exitCode=OptionalInt.empty, node=node-1, message=]", row.toString());
    }

    @Test
    void whatKeepsAWorkerFromRunningIsItsStatus() {
        Pod pulling = pod("", "{phase: Pending, containerStatuses: [{name: di-container, state: {waiting: {reason: ImagePullBackOff, "
                + "message: 'no such image\\n'}}}]}");
        assertEquals("ImagePullBackOff", Rows.worker(pulling).status());
        assertFalse(Rows.hasStarted(pulling));
        Pod homeless = pod("", "{phase: Pending, conditions: [{type: PodScheduled, status: 'False', message: 0/1 nodes}]}");
        assertEquals("Pending: 0/1 nodes", Rows.worker(homeless).status() + ": " + Rows.worker(homeless).message());
        assertEquals("Evicted", Rows.worker(pod("", "{phase: Failed, reason: Evicted, message: disk full}")).status());
        assertEquals("Terminating", Rows.worker(pod(", deletionTimestamp: '2026-01-01T12:00:00Z'", "{phase: Running}")).status());
    }

    @Test
    void anEndedWorkerHasItsExitCode() {
        Pod failed = pod("", "{phase: Failed, containerStatuses: [{name: di-container, state: {terminated: {exitCode: 137, "
                + "reason: OOMKilled}}}]}");
        assertEquals(OptionalInt.of(137), Rows.worker(failed).exitCode());
        assertEquals("OOMKilled", Rows.worker(failed).message());
        assertTrue(Rows.hasEnded(failed) && Rows.hasStarted(failed));
    }

    @Test
    void aJobIsCountedOverItsTasks() {
        JobRow row = Rows.job(job("", "", """
                {phase: Running, shape: tasks, replicas: 4, readyReplicas: 2, restarts: 1, startTime: '2026-01-01T12:00:00Z',
                 taskStatus: {gpu: {Running: 2, Failed: 1}, worker: {Pending: 1, Succeeded: 3}},
                 conditions: [{type: Running, status: 'True', message: all is well}]}"""));
        assertEquals("3 1 3 Running all is well", row.succeeded() + " " + row.failed() + " " + row.active() + " " + row.phase() + " "
                + row.message());
        assertFalse(row.ended());
    }

    @Test
    void killedAndTerminatingAreSaidSo() {
        String killed = ", annotations: {diengine.opendilab.org/killed: '2026-01-01T12:00:00Z'}";
        assertEquals("Terminating", Rows.job(job(killed, "suspend: true", "{phase: Running, taskStatus: {a: {Running: 1}}}")).phase());
        assertEquals("Killed", Rows.job(job(killed, "suspend: true", "{phase: Pending, suspended: true}")).phase());
        JobRow row = Rows.job(job(killed, "suspend: true", "{phase: Pending, suspended: true, startTime: '2026-01-01T11:30:00Z'}"));
        assertEquals("2026-01-01T11:30:00Z 2026-01-01T12:00:00Z", row.started().get() + " " + row.completed().get());
        assertEquals("Running", Rows.job(job(killed, "suspend: false", "{phase: Running}")).phase(), "resumed");
        assertEquals("Failed", Rows.job(job(killed, "suspend: true", "{phase: Failed}")).phase());
        assertEquals("Terminating", Rows.job(job(", deletionTimestamp: '2026-01-01T12:00:00Z'", "", "{phase: Running}")).phase());
        assertEquals("", Rows.job(job("", "", "{}")).phase());
    }
}
