package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.ManifestReader;
import dev.troupe.dijob.Reading;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.PodView;
import dev.troupe.kube.SlimPod;
import dev.troupe.kube.SmallJobs;
import dev.troupe.lifecycle.Action;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.Lifecycle;
import dev.troupe.lifecycle.Observation;
import dev.troupe.lifecycle.PodManifest;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Parts of the operator that need no API server.
final class SmallPartsTest {
    @Test
    void whatIsKeptOfAPodIsAllThatIsReadOfIt() {
        Pod pod = Serialization.unmarshal("""
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "namespace": "n", "uid": "u", "resourceVersion": "7",
                 "deletionTimestamp": "2026-01-01T00:00:00Z", "labels": {"diengine/task-name": "learner"},
                 "annotations": {"diengine/rank": "3", "diengine/task-rank": "1", "diengine/template": "t", "diengine/generation": "2"},
                 "managedFields": [{"manager": "m"}]},
                 "spec": {"nodeName": "n1", "restartPolicy": "Never", "containers": [{"name": "di-container", "image": "i",
                   "env": [{"name": "DI_NODES", "value": "a,b,c"}], "ports": [{"name": "di-port", "containerPort": 4000}]}]},
                 "status": {"phase": "Failed", "reason": "Evicted", "conditions": [{"type": "PodScheduled", "status": "True"},
                   {"type": "Ready", "status": "False", "message": "long"}], "containerStatuses": [{"name": "di-container",
                   "state": {"terminated": {"exitCode": 3, "message": "no room"}}}]}}""", Pod.class);
        assertEquals(PodView.of(pod), PodView.of(SlimPod.of(pod)));
        assertEquals("7", SlimPod.of(pod).getMetadata().getResourceVersion());
        assertFalse(Serialization.asJson(SlimPod.of(pod)).contains("DI_NODES"));
    }

    @Test
    void ofAJobNoCopiesAreKept() {
        DIJobResource job = Serialization.unmarshal(
                """
                        {"apiVersion": "diengine.opendilab.org/v2alpha1", "kind": "DIJob", "metadata": {"name": "a", "managedFields": [{"manager": "m"}],
                         "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}", "diengine.opendilab.org/requested-replicas": "2"}},
                         "spec": {"group": "g"}}""",
                DIJobResource.class);
        DIJobResource slim = SlimJob.of(job);
        assertEquals(Map.of("diengine.opendilab.org/requested-replicas", "2"), slim.getMetadata().getAnnotations());
        assertFalse(Serialization.asJson(slim).contains("managedFields"));
        assertEquals(Map.of("group", "g"), slim.getSpec());
    }

    @Test
    void librariesTellOfTroubleOnALine() {
        LogRecord record = new LogRecord(Level.WARNING, "watch");
        record.setThrown(new IllegalStateException("outer", new IOException("Connection refused")));
        record.setLoggerName("io.fabric8.kubernetes.client.informers");
        assertTrue(LibraryLogs.shorten(record));
        assertEquals("watch: java.io.IOException: Connection refused null", record.getMessage() + " " + record.getThrown());
        record.setThrown(new IOException("ours"));
        record.setLoggerName("dev.troupe.operator");
        assertTrue(LibraryLogs.shorten(record));
        assertEquals("ours", record.getThrown().getMessage());
    }

    @Test
    void pausesGrowUntilSomethingSucceeds() {
        Backoff backoff = new Backoff();
        assertEquals(Duration.ofMillis(200), backoff.failed("job"));
        assertEquals(Duration.ofMillis(340), backoff.failed("job"));
        for (int i = 0; i < 20; i++) {
            backoff.failed("job");
        }
        assertEquals(Duration.ofSeconds(30), backoff.failed("job"));
        backoff.succeeded("job");
        assertEquals(Duration.ofMillis(200), backoff.failed("job"));
    }

    @Test
    void optionsOfTheCommandLine() {
        OperatorSettings usual = read("--namespace", "ours", "--identity", "di-operator-1");
        assertEquals(Optional.empty(), usual.namespace());
        assertEquals("http://di-server.ours.svc.cluster.local:8081", usual.cluster().serverUrl());
        assertEquals(new OperatorSettings.Election("ours", "di-operator-1"), usual.election().orElseThrow());
        assertEquals(Optional.of(8080), usual.healthPort());
        OperatorSettings own = read("--watch", "games", "--server-url", "http://s", "--health-port", "0", "--alone", "--gang", "OWN",
                "--high-priority-class", "urgent", "--force-delete-after", "600");
        assertEquals(Optional.of("urgent"), own.cluster().highPriorityClass());
        assertEquals(Optional.of(Duration.ofMinutes(10)), own.cluster().forceDeleteAfter());
        assertEquals(Optional.of("games"), own.namespace());
        assertEquals("http://s", own.cluster().serverUrl());
        assertEquals(Optional.empty(), own.election());
        assertEquals(Optional.of(0), own.healthPort());
    }

    @Test
    void theDomainOfServicesMayBeAnother() {
        Cluster cluster = read("--namespace", "ours", "--domain", "svc.k8s.cluster").cluster();
        assertEquals("http://di-server.ours.svc.k8s.cluster:8081", cluster.serverUrl());
        if (!(ManifestReader
                .tree(Serialization.unmarshal(SmallJobs.tasks("", "learner*1", "collector*1"),
                        Map.class)) instanceof Reading.Good(Job job))) {
            throw new AssertionError("the job is not valid");
        }
        Observation nothing = new Observation(Status.NEW, List.of(), Set.of(), OptionalInt.empty(), OptionalInt.empty(), false,
                Instant.EPOCH);
        List<String> pods = Lifecycle.decide(job, nothing, cluster).actions().stream().filter(Action.CreatePod.class::isInstance)
                .map(action -> PodManifest.of(job, ((Action.CreatePod) action).pod(), cluster).toString()).toList();
        assertEquals(2, pods.size());
        pods.forEach(one -> assertTrue(one.contains("{name=DI_NODES, value=job-learner-0.di-job.default.svc.k8s.cluster,"
                + "job-collector-0.di-job.default.svc.k8s.cluster}"), one));
    }

    private static OperatorSettings read(String... arguments) {
        OperatorOptions options = new OperatorOptions();
        new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("options",
                CommandLine.Model.CommandSpec.forAnnotatedObject(options))).parseArgs(arguments);
        return options.settings();
    }
}
