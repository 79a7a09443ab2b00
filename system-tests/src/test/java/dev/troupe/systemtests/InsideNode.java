package dev.troupe.systemtests;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;

/// What runs beside the pods of a [KubeNode], in its network: the names of pods. Ends with its input.
final class InsideNode {
    private InsideNode() {}

    static void main(String... arguments) throws IOException {
        try (KubernetesClient client = new KubernetesClientBuilder().build(); PodNames _ = PodNames.start(client, arguments[0])) {
            // Only counted, so any machine has them.
            client.nodes().withName(arguments[1]).subresource("status").patch(PatchContext.of(PatchType.JSON_MERGE),
                    "{\"status\": {\"capacity\": {\"nvidia.com/gpu\": \"2\"}}}");
            IO.println("ready");
            while (System.in.read() >= 0) {
                // Nothing is said to it.
            }
        }
    }
}
