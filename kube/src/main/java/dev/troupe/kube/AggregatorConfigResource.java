package dev.troupe.kube;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Map;

/// An AggregatorConfig as the API server keeps it, for `ManifestReader` to read.
@Group("diengine.opendilab.org")
@Version("v1alpha1")
@Kind("AggregatorConfig")
@Plural("aggregatorconfigs")
@Singular("aggregatorconfig")
@ShortNames("agconfig")
public final class AggregatorConfigResource extends CustomResource<Map<String, Object>, Map<String, Object>> implements Namespaced {
    private static final long serialVersionUID = 1;
}
