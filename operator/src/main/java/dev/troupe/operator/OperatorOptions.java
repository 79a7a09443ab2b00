package dev.troupe.operator;

import dev.troupe.dijob.Cluster;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// What can be said about an operator on its command line. The defaults are right in a pod of `troupe operator manifests`.
final class OperatorOptions {
    private static final String OWN_NAMESPACE = "di-system";

    @Option(names = "--namespace", paramLabel = "NAME", description = "Look after the jobs of this namespace only. Default: of all.")
    private String namespace;

    @Option(names = "--no-leader-election", description = "There is no other operator in this cluster.")
    private boolean alone;

    @Option(names = "--health-port", paramLabel = "PORT", defaultValue = "8080",
            description = "Where /healthz and /readyz answer. Default: ${DEFAULT-VALUE}.")
    private int healthPort;

    @Option(names = "--domain", paramLabel = "DOMAIN", defaultValue = "svc.cluster.local",
            description = "The domain of services. Default: ${DEFAULT-VALUE}.")
    private String domain;

    @Option(names = "--server-url", paramLabel = "URL",
            description = "Where pods reach the server. Default: that of the service di-server.")
    private String serverUrl;

    @Option(names = "--gang", paramLabel = "WHO",
            description = "Who makes gangs start together: own, volcano or coscheduling. Default: what the cluster has.")
    private Cluster.Gang gang;

    /// @param variables what the deployment says about the pod
    OperatorSettings settings(Map<String, String> variables) {
        String own = variables.getOrDefault("TROUPE_NAMESPACE", OWN_NAMESPACE);
        Cluster cluster = new Cluster(serverUrl == null ? "http://di-server." + own + "." + domain + ":8081" : serverUrl, domain,
                Cluster.USUAL.gang(), Cluster.USUAL.gangPatience(), Cluster.USUAL.gangPause());
        String identity = variables.getOrDefault("TROUPE_POD", variables.getOrDefault("HOSTNAME", "di-operator"));
        return new OperatorSettings(Optional.ofNullable(namespace), cluster, Optional.ofNullable(gang),
                alone ? Optional.empty() : Optional.of(new OperatorSettings.Election(own, identity)), Optional.of(healthPort));
    }
}
