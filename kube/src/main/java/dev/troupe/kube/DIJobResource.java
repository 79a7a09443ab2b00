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

/// A DIJob as the API server keeps it: spec and status as trees, for `ManifestReader` and `Status` to read. All shapes are seen under this version.
@Group("diengine.opendilab.org")
@Version("v2alpha1")
@Kind("DIJob")
@Plural("dijobs")
@Singular("dijob")
@ShortNames("dijob")
public final class DIJobResource extends CustomResource<Map<String, Object>, Map<String, Object>> implements Namespaced {
    private static final long serialVersionUID = 1;
}
