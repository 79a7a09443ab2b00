package dev.troupe.operator;

import dev.troupe.jobserver.ServerSettings;
import dev.troupe.lifecycle.Cluster;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The command-line options of the operator. The defaults suit a pod of `troupe operator manifests`.
final class OperatorOptions {
    @Option(names = "--watch", paramLabel = "NAMESPACE", description = "Manage only the jobs of this namespace. Default: all namespaces.")
    private String watch;

    @Option(names = "--namespace", paramLabel = "NAMESPACE", defaultValue = "${env:TROUPE_NAMESPACE:-di-system}",
            description = "Namespace of the operator. Default: $TROUPE_NAMESPACE, or di-system.")
    private String namespace;

    @Option(names = "--identity", paramLabel = "NAME", defaultValue = "${env:TROUPE_POD}",
            description = "Name of this operator in the election of a leader. Default: $TROUPE_POD, or the name of the host.")
    private String identity;

    @Option(names = "--alone", description = "Start without the election of a leader. Use this only if there is no other operator.")
    private boolean alone;

    @Option(names = "--health-port", paramLabel = "PORT", defaultValue = "8080",
            description = "Serve /healthz, /readyz and /metrics on this port. Default: ${DEFAULT-VALUE}.")
    private int healthPort;

    @Option(names = "--domain", paramLabel = "DOMAIN", defaultValue = "svc.cluster.local",
            description = "Domain of the cluster's services. Default: ${DEFAULT-VALUE}.")
    private String domain;

    @Option(names = "--server-url", paramLabel = "URL",
            description = "URL at which pods reach the server. Default: the URL of the service di-server.")
    private String serverUrl;

    @Option(names = "--gang", paramLabel = "WHO",
            description = {"Who starts gangs: volcano, coscheduling, own (the operator, which creates the pods of a gang",
                    "when there is room for all) or try (the operator, which does not check for room; for clusters with an autoscaler).",
                    "Default: the scheduler that the cluster has, or own."})
    private Cluster.Gang gang;

    @Option(names = "--high-priority-class", paramLabel = "NAME",
            description = "Priority class of the pods of jobs with priority: high, unless the job or the template names one. Default: none.")
    private String highPriorityClass;

    @Option(names = "--force-delete-after", paramLabel = "SECONDS",
            description = "Delete pods of lost nodes this long after the end of their grace period. If such a node still runs, the "
                    + "program may run twice. Default: never.")
    private Optional<Long> forceDeleteAfter = Optional.empty();

    @Option(names = "--server-port", paramLabel = "PORT", defaultValue = "8081",
            description = "Port of the server. Default: ${DEFAULT-VALUE}.")
    private int serverPort;

    @Option(names = "--server-tls", paramLabel = "DIRECTORY",
            description = "Serve HTTPS with tls.crt and tls.key from this directory, usually a mounted secret. Default: plain HTTP.")
    private Path serverTls;

    @ArgGroup
    private Admission admission = new Admission();

    /// These options exclude each other.
    private static final class Admission {
        @Option(names = "--tokens-only",
                description = "Serve only requests with a token. Default: an operator that runs in a pod also serves pods that send no token, "
                        + "for their own job; it identifies them by their address.")
        private boolean tokens;

        @Option(names = "--insecure-server",
                description = "Serve requests without a token. Anybody who reaches the port can then change any job.")
        private boolean anybody;

        /// @param inPod outside of the cluster's network an address that a pod has may be anybody's
        ServerSettings.Admission setting(boolean inPod) {
            return anybody ? ServerSettings.Admission.ANYBODY
                    : tokens || !inPod ? ServerSettings.Admission.TOKENS : ServerSettings.Admission.TOKENS_AND_PODS;
        }
    }

    @Option(names = "--packages", paramLabel = "DIRECTORY", defaultValue = "${sys:user.home}/.cache/troupe/packages",
            description = "Store code that is too large for a config map in this directory. Several operators need a shared volume. "
                    + "Default: ${DEFAULT-VALUE}.")
    private Path packages;

    @Option(names = "--fair-sharing",
            description = "Let preemptible jobs with minReplicas and maxReplicas grow while there is room, and shrink while others wait.")
    private boolean fairSharing;

    OperatorSettings settings() {
        return settings(System.getenv());
    }

    /// @param variables of the environment; Kubernetes sets `KUBERNETES_SERVICE_HOST` in every pod
    OperatorSettings settings(Map<String, String> variables) {
        Optional<ServerSettings.Tls> tls = Optional.ofNullable(serverTls).map(ServerSettings.Tls::in);
        Cluster cluster = new Cluster(
                serverUrl == null ? (serverTls == null ? "http" : "https") + "://di-server." + namespace + "." + domain + ":8081"
                        : serverUrl,
                domain,
                Cluster.USUAL.gang(), Cluster.USUAL.gangPatience(), Cluster.USUAL.gangPause(), tls.flatMap(ServerSettings.Tls::authority),
                Optional.ofNullable(highPriorityClass), forceDeleteAfter.map(Duration::ofSeconds));
        ServerSettings server = new ServerSettings(serverPort, tls, admission.setting(variables.containsKey("KUBERNETES_SERVICE_HOST")),
                namespace, ServerSettings.Packages.in(packages));
        return new OperatorSettings(Optional.ofNullable(watch), cluster, Optional.ofNullable(gang),
                alone ? Optional.empty() : Optional.of(election()), Optional.of(server),
                fairSharing, Optional.of(healthPort));
    }

    private OperatorSettings.Election election() {
        OperatorSettings.Election all = new OperatorSettings.Election(namespace, identity());
        return watch == null ? all : all.of(watch);
    }

    private String identity() {
        if (identity != null && !identity.isEmpty()) {
            return identity;
        }
        try {
            return InetAddress.getLocalHost().getHostName() + "-" + ProcessHandle.current().pid();
        } catch (UnknownHostException e) {
            return "process-" + ProcessHandle.current().pid();
        }
    }
}
