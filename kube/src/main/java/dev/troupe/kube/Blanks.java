package dev.troupe.kube;

import dev.troupe.dijob.Installation;
import java.util.stream.Collectors;

/// What is filled into the manifest of the operator: values, or what Helm replaces with values.
///
/// @param packages the volume with packages
/// @param fairSharing the option
/// @param tls the option, the mount and the volume of the server's key pair
/// @param arguments as a list
/// @param memory of the operator's container
/// @param serviceMonitor the whole object, or nothing
record Blanks(String namespace, String image, String replicas, String packages, String fairSharing, Tls tls, String arguments,
        String memory, String serviceMonitor) {
    /// The server keeps at most as much.
    private static final String EMPTY = "emptyDir: {sizeLimit: 5Gi}";
    private static final String FAIR_SHARING = ", --fair-sharing";
    private static final String SERVICE_MONITOR = """
            ---
            # Has the Prometheus operator read the metrics of the service di-operator-metrics.
            apiVersion: monitoring.coreos.com/v1
            kind: ServiceMonitor
            metadata:
              name: di-operator
              namespace: ${namespace}
              labels: {app.kubernetes.io/name: di-operator}
            spec:
              selector:
                matchLabels: {app.kubernetes.io/name: di-operator, app.kubernetes.io/component: metrics}
              endpoints:
              - {port: metrics, path: /metrics}
            """;

    static final Blanks HELM = new Blanks("{{ .Release.Namespace }}", "{{ .Values.image }}", "{{ .Values.replicas }}",
            "{{ .Values.packages }}", "{{ if .Values.fairSharing }}" + FAIR_SHARING + "{{ end }}",
            Tls.of("{{ .Values.serverTls }}").when(".Values.serverTls"), "{{ .Values.args | toJson }}", "{{ .Values.memory }}",
            "{{- if .Values.serviceMonitor }}\n" + SERVICE_MONITOR + "{{- end }}\n");

    /// Empty where there is none.
    record Tls(String option, String mount, String volume, String protocol) {
        private static final Tls NONE = new Tls("", "", "", "");

        static Tls of(String secret) {
            return new Tls(", --server-tls, /tls", "\n        - {name: tls, mountPath: /tls, readOnly: true}",
                    "\n      - name: tls\n        secret: {secretName: " + secret + "}", ", appProtocol: https");
        }

        private Tls when(String value) {
            String start = "{{ if " + value + " }}";
            return new Tls(start + option + "{{ end }}", start + mount + "{{ end }}", start + volume + "{{ end }}",
                    start + protocol + "{{ end }}");
        }
    }

    static Blanks of(Installation installation) {
        return new Blanks(installation.namespace(), installation.image(), Integer.toString(installation.replicas()),
                installation.packagesClaim().map("persistentVolumeClaim: {claimName: %s}"::formatted).orElse(EMPTY),
                installation.habits().fairSharing() ? FAIR_SHARING : "", installation.habits().serverTls().map(Tls::of).orElse(Tls.NONE),
                installation.habits().arguments().stream().map(Blanks::quoted).collect(Collectors.joining(",", "[", "]")),
                installation.habits().memory(), installation.habits().serviceMonitor() ? SERVICE_MONITOR : "");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    String fill(String text) {
        return text.replace("${serviceMonitor}", serviceMonitor).replace("${memory}", memory)
                .replace("${namespace}", namespace).replace("${image}", image).replace("${replicas}", replicas)
                .replace("${packages}", packages).replace("${fairSharing}", fairSharing).replace("${tlsOption}", tls.option())
                .replace("${tlsMount}", tls.mount()).replace("${tlsVolume}", tls.volume()).replace("${protocol}", tls.protocol())
                .replace("${arguments}", arguments);
    }
}
