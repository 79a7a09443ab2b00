package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example files, created with `kubectl` as users do.
final class ExampleJobsTest {
    private static final Path EXAMPLES = Path.of("../examples/dijob");
    private static final Path BROKEN = Path.of("../dijob/src/test/resources/dev/troupe/dijob/seed-001-broken.yaml");
    @AutoClose
    private final Lab lab = Lab.open();
    @TempDir
    private Path folder;

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void threeEqualPods() throws IOException {
        kubectlCreate(EXAMPLES.resolve("dijob.yaml"));
        lab.await("test", Phase.STARTING);
        assertEquals(Set.of("test-0-0", "test-0-1", "test-0-2"), lab.names("test"));
        Pod pod = lab.pod("test-0-2");
        assertEquals("ditask --package my_module --main my_module.main --parallel-workers 2",
                pod.getSpec().getContainers().getFirst().getArgs().getFirst().strip());
        assertEquals("1", Lab.env(pod, "PYTHONUNBUFFERED"));
        assertEquals(Set.of("test"), lab.services());
        lab.checkRanks("test").allReady("test").await("test", Phase.RUNNING);
        assertEquals(Map.of("NAME", "test", "PHASE", "Running", "READYREPLICAS", "3", "REPLICAS", "3", "RESTARTS", "0", "RESCHEDULES", "0"),
                columns("test"));
        String told = lab.cluster.kubectl("describe", "dijob", "test", "-n", lab.namespace);
        assertTrue(told.contains("JobRunning") && told.contains("all 3 pods are ready"), told);
        lab.allEnded("test", 0).await("test", Phase.SUCCEEDED);
        assertEquals("Succeeded", columns("test").get("PHASE"));
        lab.cluster.kubectl("delete", "dijob", "test", "-n", lab.namespace);
    }

    @Test
    void theBrokenIndentationIsNamed() throws IOException {
        kubectlCreate(BROKEN);
        lab.await("test", Phase.FAILED);
        String told = lab.cluster.kubectl("describe", "dijob", "test", "-n", lab.namespace);
        assertTrue(told.contains("spec.template.spec.containers is missing: containers is beside spec, not inside it"), told);
        assertEquals(Set.of(), lab.names("test"));
    }

    @Test
    void aCoordinatorAndWhatItAsksFor() throws IOException {
        kubectlCreate(EXAMPLES.resolve("dijob-qbert.yaml"));
        lab.awaitPods("qbert-dqn", "qbert-dqn-coordinator");
        Pod pod = lab.pod("qbert-dqn-coordinator");
        assertEquals("qbert-dqn-coordinator", Lab.env(pod, "KUBERNETES_POD_NAME"));
        assertEquals("/ding", pod.getSpec().getContainers().getFirst().getVolumeMounts().getFirst().getMountPath());
        assertTrue(pod.getSpec().getContainers().getFirst().getArgs().getFirst().contains("cat <<EOF > qbert_dqn_config_k8s.py"));
        KubeCluster.await("its service", () -> lab.services().equals(Set.of("qbert-dqn-coordinator")));
        lab.ready("qbert-dqn-coordinator").await("qbert-dqn", Phase.RUNNING);
        assertEquals("Running", columns("qbert-dqn").get("PHASE"));
        lab.ended("qbert-dqn-coordinator", 0).await("qbert-dqn", Phase.SUCCEEDED);
        KubeCluster.await("no service", () -> lab.services().isEmpty());
    }

    /// Images and resources of the test machine.
    private void kubectlCreate(Path job) throws IOException {
        Path file = folder.resolve("job.yaml");
        Files.writeString(file, Files.readString(job).replace("opendilab/ding:latest", "localhost/ding:1")
                .replaceAll("cpu: \"?6\"?", "cpu: 10m").replace("10Gi", "16Mi"));
        lab.cluster.kubectl("create", "-n", lab.namespace, "-f", file.toString());
    }

    private Map<String, String> columns(String job) {
        String[] lines = lab.cluster.kubectl("get", "dijob", job, "-n", lab.namespace).split("\n", -1);
        Map<String, String> columns = new java.util.HashMap<>();
        for (int i = 0; i < lines[0].split(" +", -1).length; i++) {
            columns.put(lines[0].split(" +", -1)[i], lines[1].split(" +", -1)[i]);
        }
        assertTrue(columns.remove("AGE").matches("[0-9]+[ms].*"), lines[1]);
        return columns;
    }
}
