package dev.troupe.jobs;

import dev.troupe.dijob.Dns;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// How the operator is installed in a cluster.
///
/// @param namespace where it lives
/// @param image that has `troupe` in it
/// @param replicas of which one works and the others stand by
/// @param packagesClaim the volume claim for code that is too large for a config map; without one such code is lost with the operator's pod
/// @param cel whether the API server also checks rules between the fields of a DIJob, which it can from version 1.25 on
/// @param habits how the operator works
public record Installation(String namespace, String image, int replicas, Optional<String> packagesClaim, boolean cel, Habits habits) {
    /// Usual values.
    public static final Installation USUAL = new Installation("di-system", "troupe:latest", 1, Optional.empty(), false);

    /// How an operator works.
    ///
    /// @param fairSharing whether preemptible jobs grow and shrink between their minReplicas and maxReplicas
    /// @param serverTls the secret of type `kubernetes.io/tls` with the key pair of the server; without one it uses plain HTTP
    /// @param arguments more options of `troupe operator run`
    /// @param memory of its container; half of it is for the heap
    /// @param serviceMonitor whether the Prometheus operator, which must be installed then, reads its metrics
    public record Habits(boolean fairSharing, Optional<String> serverTls, List<String> arguments, String memory, boolean serviceMonitor) {
        /// Usual values.
        public static final Habits USUAL = new Habits(false, Optional.empty(), List.of());

        /// With the usual memory and without a service monitor.
        public Habits(boolean fairSharing, Optional<String> serverTls, List<String> arguments) {
            this(fairSharing, serverTls, arguments, "512Mi", false);
        }

        public Habits {
            arguments = List.copyOf(arguments);
            if (!memory.matches("[1-9][0-9]*(Mi|Gi|M|G)")) {
                throw new IllegalArgumentException("the memory is '" + memory + "': it must be an amount such as 512Mi or 2Gi");
            }
            if (serverTls.isPresent() && !Dns.isLabel(serverTls.get())) {
                throw new IllegalArgumentException("the secret is '" + serverTls.get() + "': " + Dns.LABEL_RULE);
            }
        }
    }

    /// With an operator of usual habits.
    public Installation(String namespace, String image, int replicas, Optional<String> packagesClaim, boolean cel) {
        this(namespace, image, replicas, packagesClaim, cel, Habits.USUAL);
    }

    public Installation {
        if (!Dns.isLabel(namespace)) {
            throw new IllegalArgumentException("the namespace is '" + namespace + "': " + Dns.LABEL_RULE);
        }
        if (!image.matches("[A-Za-z0-9][A-Za-z0-9._/:@-]*")) {
            throw new IllegalArgumentException("the image is '" + image + "': it must be the name of one, e.g. registry.example/troupe:1");
        }
        if (replicas < 1) {
            throw new IllegalArgumentException("replicas is " + replicas + ": at least one is needed");
        }
        if (packagesClaim.isPresent() && !Dns.isLabel(packagesClaim.get())) {
            throw new IllegalArgumentException("the claim is '" + packagesClaim.get() + "': " + Dns.LABEL_RULE);
        }
        if (replicas > 1 && packagesClaim.isEmpty()) {
            throw new IllegalArgumentException("replicas is " + replicas + ": all of them serve uploaded code, so "
                    + "create a volume claim that many pods may write (ReadWriteMany) and name it with --packages-claim");
        }
    }

    /// Everything the cluster needs, as YAML for `kubectl apply -f -`.
    public String manifests() {
        return ServiceLoader.load(Writer.class, Installation.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new JobsException("this installation cannot talk to Kubernetes: its folder lib/kube is missing; "
                        + "unpack the distribution again"))
                .manifests(this);
    }

    /// Knows how that is written.
    public interface Writer {
        String manifests(Installation installation);
    }
}
