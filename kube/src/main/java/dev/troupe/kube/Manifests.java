package dev.troupe.kube;

import dev.troupe.dijob.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What is applied to a cluster before it runs DIJobs: the namespace, the definitions, and the operator with just the rights it needs.
///
/// ```java
/// IO.print(Manifests.render(Installation.USUAL));
/// ```
public final class Manifests implements Installation.Writer {
    private static final String OPERATOR = "operator.yaml";
    /// The server keeps at most as much.
    private static final String EMPTY = "emptyDir: {sizeLimit: 5Gi}";

    /// For the service loader.
    public Manifests() {}

    @Override
    public String manifests(Installation installation) {
        return render(installation);
    }

    /// As YAML.
    public static String render(Installation installation) {
        Map<String, Object> namespace = Tree.of("apiVersion", "v1", "kind", "Namespace", "metadata",
                Map.of("name", installation.namespace()));
        return Tree.yaml(List.of(namespace)) + "---\n" + Crds.yaml(installation.cel()) + "---\n"
                + operator(installation.namespace(), installation.image(), Integer.toString(installation.replicas()),
                        installation.packagesClaim().map("persistentVolumeClaim: {claimName: %s}"::formatted).orElse(EMPTY));
    }

    /// The operator, its rights and its service. The texts may be what another program fills in.
    static String operator(String namespace, String image, String replicas, String packages) {
        try (var stream = Objects.requireNonNull(Manifests.class.getResourceAsStream(OPERATOR), OPERATOR)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).replace("${namespace}", namespace).replace("${image}", image)
                    .replace("${replicas}", replicas).replace("${packages}", packages);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
