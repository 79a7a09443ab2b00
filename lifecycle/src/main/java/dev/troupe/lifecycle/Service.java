package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Tree;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A headless service, through which pods find each other before they are ready.
///
/// @param labels of its own
/// @param selector the labels of its pods
public record Service(String name, Map<String, String> labels, Map<String, String> selector, Map<String, Integer> ports) {
    public Service {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        selector = Collections.unmodifiableMap(new LinkedHashMap<>(selector));
        ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
    }

    /// The object, for an API server.
    public Map<String, Object> tree(Job job) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        metadata.put("namespace", job.key().namespace());
        metadata.put("labels", labels);
        Owner.of(job).ifPresent(owner -> metadata.put("ownerReferences", List.of(owner)));
        List<Object> list = ports.entrySet().stream().<Object>map(port -> Tree.of("name", port.getKey(), "port", port.getValue())).toList();
        return Tree.copy(Tree.of("apiVersion", "v1", "kind", "Service", "metadata", metadata, "spec",
                Tree.of("clusterIP", "None", "publishNotReadyAddresses", true, "selector", selector, "ports", list)));
    }
}
