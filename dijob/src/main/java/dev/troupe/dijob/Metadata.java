package dev.troupe.dijob;

import java.util.Map;
import java.util.Optional;

/// Who an object is.
record Metadata(JobKey key, Optional<String> uid, Map<String, String> labels) {
    static final String DEFAULT_NAMESPACE = "default";

    /// The fields an API server keeps beside these are not looked at.
    static Metadata read(Fields root) {
        Fields metadata = root.needed("metadata", "it holds the name");
        String name = metadata.text("name").orElse("");
        String namespace = metadata.text("namespace").orElse(DEFAULT_NAMESPACE);
        return new Metadata(new JobKey(namespace, name), metadata.text("uid"), metadata.texts("labels"));
    }
}
