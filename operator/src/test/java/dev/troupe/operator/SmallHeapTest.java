package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Large pods do not fill the memory of an operator.
final class SmallHeapTest {
    private static final int PODS = 150;
    /// The size of the variables of one pod.
    private static final int LARGE = 77_000;
    private static final int ANNOTATION = 200_000;

    @AutoClose
    private final Lab lab = new Lab();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    /// Their pods have 23 MB of JSON together; read all at once, they would fill the heap.
    @Test
    void anOperatorWithASmallHeapTakesOverManyLargePods(@TempDir Path packages) throws Exception {
        takesOver(packages, "{spec: {containers: [{name: di-container, image: ding, env: [{name: SETTINGS, value: " + "s".repeat(LARGE)
                + "}]}]}}");
    }

    /// Their pods have 60 MB of annotations together. Whoever may change pods can add more.
    @Test
    void anOperatorWithASmallHeapTakesOverPodsWithLargeAnnotations(@TempDir Path packages) throws Exception {
        takesOver(packages,
                "{metadata: {annotations: {notes: " + "s".repeat(ANNOTATION)
                        + "}}, spec: {containers: [{name: di-container, image: ding}]}}");
    }

    /// With the flag of `bin/troupe`: the operator must not continue after one of its threads ended for lack of memory.
    @Test
    void anOperatorWhoseHeapIsTooSmallEndsAndSaysSo(@TempDir Path packages) throws Exception {
        try (OperatorProcess operator = OperatorProcess.start(lab.cluster,
                List.of("-XX:+UseSerialGC", "-Xmx8m", "-XX:+ExitOnOutOfMemoryError"), "--watch", lab.namespace, "--alone",
                "--health-port", "0", "--server-port", "0", "--packages", packages.toString())) {
            assertEquals(3, operator.ended(), operator::log);
            assertTrue(operator.log().contains("OutOfMemoryError"), operator::log);
        }
    }

    private void takesOver(Path packages, String template) throws Exception {
        try (Operator _ = lab.start()) {
            for (String job : List.of("one", "two")) {
                lab.create(SmallJobs.tasks("", "worker*" + PODS).replace("name: job", "name: " + job)
                        .replace("{spec: {containers: [{name: di-container, image: ding}]}}", template));
            }
            for (String job : List.of("one", "two")) {
                lab.await(job, Phase.STARTING);
            }
        }
        lab.delete("two-worker-7");
        try (OperatorProcess operator = OperatorProcess.start(lab.cluster,
                List.of("-XX:+UseSerialGC", "-Xmx64m", "-XX:+ExitOnOutOfMemoryError"), "--watch",
                lab.namespace, "--alone",
                "--health-port", "0", "--server-port", "0", "--packages", packages.toString())) {
            KubeCluster.await("the pod is back", () -> operator.runs() && lab.pod("two-worker-7") != null);
            lab.await("two", Phase.STARTING);
        }
    }
}
