package dev.troupe.kube;

import dev.troupe.jobs.Installation;
import java.util.stream.Collectors;

/// What is filled into the manifest of the operator: values, or what Helm replaces with values.
///
/// @param packages the volume with packages
/// @param fairSharing the option
/// @param tls the option, the mount and the volume of the server's key pair
/// @param arguments as a list
/// @param pod what may be said about the operator's pod; only the chart lets its users say all of it
/// @param serviceMonitor the whole object, or nothing
record Blanks(String namespace, String image, String replicas, String packages, String fairSharing, Tls tls, String arguments,
        Pod pod, String serviceMonitor) {
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

    /// As [Installation] says it.
    private static final String CLAIM_NEEDED = "{{ if and (gt (int .Values.replicas) 1) (contains \"emptyDir\" .Values.packages) }}"
            + "{{ fail (printf \"replicas is %d: all of them serve uploaded code, so create a volume claim that many pods may "
            + "write (ReadWriteMany) and name it in packages\" (int .Values.replicas)) }}{{ end }}";

    static final Blanks HELM = new Blanks("{{ .Release.Namespace }}", "{{ .Values.image }}", CLAIM_NEEDED + "{{ .Values.replicas }}",
            "{{ .Values.packages }}", "{{ if .Values.fairSharing }}" + FAIR_SHARING + "{{ end }}",
            Tls.of("{{ .Values.serverTls }}").when(".Values.serverTls"), "{{ .Values.args | toJson }}", Pod.HELM,
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

    /// Empty where there is nothing.
    ///
    /// @param placement secrets to fetch the image with, and where the pod may run
    /// @param variables more of them
    record Pod(String resources, String placement, String variables) {
        private static final Pod HELM = new Pod("{{ .Values.resources | toJson }}",
                given("imagePullSecrets") + given("nodeSelector") + given("tolerations"),
                "{{ range .Values.env }}\n        - {{ . | toJson }}{{ end }}");

        /// One that asks for so much, and may use no more.
        private static Pod with(String memory) {
            return new Pod("{requests: {cpu: 100m, memory: " + memory + "}, limits: {memory: " + memory + "}}", "", "");
        }

        private static String given(String value) {
            return "{{ with .Values." + value + " }}\n      " + value + ": {{ . | toJson }}{{ end }}";
        }
    }

    static Blanks of(Installation installation) {
        return new Blanks(installation.namespace(), installation.image(), Integer.toString(installation.replicas()),
                installation.packagesClaim().map("persistentVolumeClaim: {claimName: %s}"::formatted).orElse(EMPTY),
                installation.habits().fairSharing() ? FAIR_SHARING : "", installation.habits().serverTls().map(Tls::of).orElse(Tls.NONE),
                installation.habits().arguments().stream().map(Blanks::quoted).collect(Collectors.joining(",", "[", "]")),
                Pod.with(installation.habits().memory()), installation.habits().serviceMonitor() ? SERVICE_MONITOR : "");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    String fill(String text) {
        return text.replace("${serviceMonitor}", serviceMonitor)
                .replace("${namespace}", namespace).replace("${image}", image).replace("${replicas}", replicas)
                .replace("${packages}", packages).replace("${fairSharing}", fairSharing).replace("${tlsOption}", tls.option())
                .replace("${tlsMount}", tls.mount()).replace("${tlsVolume}", tls.volume()).replace("${protocol}", tls.protocol())
                .replace("${arguments}", arguments).replace("${resources}", pod.resources()).replace("${placement}", pod.placement())
                .replace("${variables}", pod.variables());
    }
}
