package dev.troupe.operator;

import dev.troupe.dijob.Cluster;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// What can be said about an operator on its command line. The defaults are right in a pod of `troupe operator manifests`.
final class OperatorOptions {
    @Option(names = "--watch", paramLabel = "NAMESPACE", description = "Look after the jobs of this namespace only. Default: of all.")
    private String watch;

    @Option(names = "--namespace", paramLabel = "NAMESPACE", defaultValue = "${env:TROUPE_NAMESPACE:-di-system}",
            description = "The operator's own namespace. Default: $TROUPE_NAMESPACE, or di-system.")
    private String namespace;

    @Option(names = "--identity", paramLabel = "NAME", defaultValue = "${env:TROUPE_POD}",
            description = "What this operator is called among others. Default: $TROUPE_POD, or the name of the host.")
    private String identity;

    @Option(names = "--alone", description = "There is no other operator: do without a lease.")
    private boolean alone;

    @Option(names = "--health-port", paramLabel = "PORT", defaultValue = "8080",
            description = "Where /healthz, /readyz and /metrics answer. Default: ${DEFAULT-VALUE}.")
    private int healthPort;

    @Option(names = "--domain", paramLabel = "DOMAIN", defaultValue = "svc.cluster.local",
            description = "The domain of services. Default: ${DEFAULT-VALUE}.")
    private String domain;

    @Option(names = "--server-url", paramLabel = "URL",
            description = "Where pods reach the server. Default: that of the service di-server.")
    private String serverUrl;

    @Option(names = "--gang", paramLabel = "WHO",
            description = {"Who makes gangs start together: volcano, coscheduling, own (the operator, which creates the pods of a gang",
                    "when all find room) or try (without a look for room, for clusters that get nodes when pods wait).",
                    "Default: what the cluster has, or own."})
    private Cluster.Gang gang;

    @Option(names = "--high-priority-class", paramLabel = "NAME",
            description = "Priority class of the pods of jobs with priority: high, where none is named. Default: none.")
    private String highPriorityClass;

    @Option(names = "--force-delete-after", paramLabel = "SECONDS",
            description = "Remove pods that are still there so long after they should be gone, since their node is gone. The program may "
                    + "then run twice if it is not. Default: never.")
    private Optional<Long> forceDeleteAfter = Optional.empty();

    @Option(names = "--server-port", paramLabel = "PORT", defaultValue = "8081",
            description = "Where the server listens. Default: ${DEFAULT-VALUE}.")
    private int serverPort;

    @Option(names = "--server-tls", paramLabel = "DIRECTORY",
            description = "Serve with TLS, with tls.crt and tls.key of this directory: a mounted secret. Default: without.")
    private Path serverTls;

    @ArgGroup
    private Admission admission = new Admission();

    /// One of them at most.
    private static final class Admission {
        @Option(names = "--tokens-only",
                description = "Serve only requests with a token. Default: an operator in a pod also serves pods of a job that send none, "
                        + "for their own job; it knows them by their address.")
        private boolean tokens;

        @Option(names = "--insecure-server",
                description = "Serve anybody without a token. Anybody who reaches the port may then change any job.")
        private boolean anybody;

        /// @param inPod outside of the cluster's network an address that a pod has may be anybody's
        ServerSettings.Admission setting(boolean inPod) {
            return anybody ? ServerSettings.Admission.ANYBODY
                    : tokens || !inPod ? ServerSettings.Admission.TOKENS : ServerSettings.Admission.TOKENS_AND_PODS;
        }
    }

    @Option(names = "--packages", paramLabel = "DIRECTORY", defaultValue = "${sys:user.home}/.cache/troupe/packages",
            description = "Where code is kept that is too large for a config map: with several operators a volume they share. "
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
