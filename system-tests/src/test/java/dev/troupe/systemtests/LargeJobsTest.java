package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An operator in its pod, with the memory that the manifests give it, beside large jobs. Their pods wait for a scheduler that is not
/// there, so only the API server and the operator have work with them.
@Timeout(value = 8, unit = TimeUnit.MINUTES)
final class LargeJobsTest {
    private static final String[] OPERATOR = {"get", "pods", "-n", "di-system", "-l", "app.kubernetes.io/name=di-operator", "-o"};
    private static KubeNode node;

    @BeforeAll
    static void start() throws Exception {
        node = KubeNode.start(ImageFile.made());
    }

    @AfterAll
    static void stop() {
        if (node != null) node.close();
    }

    /// Each pod is as large as one is that has the addresses of 300 others in several variables.
    @Test
    void anOperatorThatIsReplacedBesideThemWorksAgain() throws Exception {
        var text = ", env: [{name: TEXT, value: '" + "x".repeat(70_000) + "'}]";
        for (int i = 1; i <= 3; i++) {
            node.create(JobText.of("large-" + i, JobText.task("worker", "'true'", text).replace("type: none,", "type: none, replicas: 300,")
                    .replace("{spec: {", "{spec: {schedulerName: nobody, ")));
        }
        for (int i = 1; i <= 3; i++) {
            node.await("Starting 300"::equals, "get", "dijob", "large-" + i, "-o", "jsonpath={.status.phase} {.status.replicas}");
        }
        var before = operator("{.items[*].metadata.name}");
        node.kubectl("delete", "pod", "-n", "di-system", before);
        var ready = node.await(now -> now.endsWith(" True") && !now.startsWith(before + " "), words(
                "jsonpath={.items[*].metadata.name} {.items[*].status.conditions[?(@.type==\"Ready\")].status}"));
        var metrics = node.kubectl("get", "--raw",
                "/api/v1/namespaces/di-system/pods/" + ready.split(" ", 2)[0] + ":8080/proxy/metrics");
        assertTrue(metrics.contains("\ntroupe_pods 900\n"), metrics);

        node.create(JobText.of("small", JobText.task("worker", "'true'", "")));
        assertEquals("Succeeded", node.ended("small"));
        assertEquals("512Mi 0",
                operator("{.items[*].spec.containers[*].resources.limits.memory} {.items[*].status.containerStatuses[*].restartCount}"));
    }

    private static String operator(String path) throws Exception {
        return node.kubectl(words("jsonpath=" + path));
    }

    private static String[] words(String output) {
        var words = Arrays.copyOf(OPERATOR, OPERATOR.length + 1);
        words[OPERATOR.length] = output;
        return words;
    }
}
