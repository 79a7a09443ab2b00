package dev.troupe.kube;

import dev.troupe.jobs.Installation;
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
        return Tree.yaml(List.of(namespace)) + "---\n" + Crds.yaml(installation.cel()) + "---\n" + operator(Blanks.of(installation));
    }

    /// The operator, its rights and its service.
    static String operator(Blanks blanks) {
        try (var stream = Objects.requireNonNull(Manifests.class.getResourceAsStream(OPERATOR), OPERATOR)) {
            return blanks.fill(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
