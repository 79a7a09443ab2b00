package dev.troupe.dijob;

import java.util.ServiceLoader;

/// How the operator is installed in a cluster.
///
/// @param namespace where it lives
/// @param image that has `troupe` in it
/// @param replicas of which one works and the others stand by
/// @param cel whether the API server shall check rules between the fields of a DIJob, too; those before 1.25 cannot
public record Installation(String namespace, String image, int replicas, boolean cel) {
    /// Usual values.
    public static final Installation USUAL = new Installation("di-system", "troupe:latest", 1, false);

    public Installation {
        if (!Dns.isLabel(namespace)) {
            throw new IllegalArgumentException("the namespace is '" + namespace + "': " + Dns.LABEL_RULE);
        }
        if (!image.matches("[A-Za-z0-9][A-Za-z0-9._/:@-]*")) {
            throw new IllegalArgumentException("the image is '" + image + "': it must be the name of one, e.g. registry.example/troupe:1");
        }
        if (replicas < 1) {
            throw new IllegalArgumentException("replicas is " + replicas + ": one at least has to work");
        }
    }

    /// Everything the cluster needs, as YAML for `kubectl apply -f -`.
    public String manifests() {
        return ServiceLoader.load(Writer.class, Installation.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new IllegalStateException("this installation cannot talk to Kubernetes: its folder lib/kube is missing; "
                        + "unpack the distribution again"))
                .manifests(this);
    }

    /// Knows how that is written.
    public interface Writer {
        String manifests(Installation installation);
    }
}
