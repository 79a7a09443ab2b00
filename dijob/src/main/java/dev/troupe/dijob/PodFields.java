package dev.troupe.dijob;

import java.util.Set;

/// What pods and containers have for fields. API servers drop others in silence; a newer one may know more, so only what looks like one
/// of these is taken for a mistake.
final class PodFields {
    static final Set<String> POD = Set.of("activeDeadlineSeconds", "affinity", "automountServiceAccountToken", "containers", "dnsConfig",
            "dnsPolicy", "enableServiceLinks", "ephemeralContainers", "hostAliases", "hostIPC", "hostNetwork", "hostPID", "hostUsers",
            "hostname", "hostnameOverride", "imagePullSecrets", "initContainers", "nodeName", "nodeSelector", "os", "overhead",
            "preemptionPolicy", "priority", "priorityClassName", "readinessGates", "resourceClaims", "resources", "restartPolicy",
            "runtimeClassName", "schedulerName", "schedulingGates", "securityContext", "serviceAccount", "serviceAccountName",
            "setHostnameAsFQDN", "shareProcessNamespace", "subdomain", "terminationGracePeriodSeconds", "tolerations",
            "topologySpreadConstraints", "volumes");

    static final Set<String> CONTAINER = Set.of("args", "command", "env", "envFrom", "image", "imagePullPolicy", "lifecycle",
            "livenessProbe", "name", "ports", "readinessProbe", "resizePolicy", "resources", "restartPolicy", "restartPolicyRules",
            "securityContext", "startupProbe", "stdin", "stdinOnce", "terminationMessagePath", "terminationMessagePolicy", "tty",
            "volumeDevices", "volumeMounts", "workingDir");

    private PodFields() {}
}
