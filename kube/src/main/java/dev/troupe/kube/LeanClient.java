package dev.troupe.kube;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.troupe.lifecycle.Abridged;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.Map;

/// A client that skips what is large in pods and nodes while it reads them. An informer queues objects as they arrive, faster than it
/// hands them on when there are many: whole pods would fill the memory before anything could be left out of them.
public final class LeanClient {
    private LeanClient() {}

    /// Speaks to the same API server. To be closed by the caller.
    public static KubernetesClient like(KubernetesClient client) {
        JsonMapper mapper = new JsonMapper();
        mapper.addMixIn(Container.class, LeanContainer.class);
        mapper.addMixIn(PodSpec.class, LeanSpec.class);
        mapper.addMixIn(ObjectMeta.class, LeanMetadata.class);
        mapper.addMixIn(NodeStatus.class, LeanNode.class);
        return new KubernetesClientBuilder().withConfig(client.getConfiguration())
                .withKubernetesSerialization(new KubernetesSerialization(mapper, true)).build();
    }

    @JsonIgnoreProperties({"env", "envFrom", "command", "args", "volumeMounts"})
    private interface LeanContainer {}

    @JsonIgnoreProperties({"volumes", "affinity"})
    private interface LeanSpec {}

    @JsonIgnoreProperties({"images", "conditions", "volumesAttached", "volumesInUse"})
    private interface LeanNode {}

    @JsonIgnoreProperties("managedFields")
    interface LeanMetadata {
        @JsonDeserialize(contentUsing = ShortValue.class)
        void setAnnotations(Map<String, String> annotations);
    }

    /// Of an annotation.
    static final class ShortValue extends JsonDeserializer<String> {
        @Override
        public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Abridged.value(parser.currentName(), parser.getText());
        }
    }
}
