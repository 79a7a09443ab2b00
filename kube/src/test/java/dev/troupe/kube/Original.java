package dev.troupe.kube;

/// DI-orchestrator as its version 1.1.3 is installed: with its names, selectors and ports.
public final class Original {
    /// What its DIJobs are.
    public static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: dijobs.diengine.opendilab.org}
            spec:
              group: diengine.opendilab.org
              names: {kind: DIJob, listKind: DIJobList, plural: dijobs, shortNames: [dijob], singular: dijob}
              scope: Namespaced
              versions:
              - name: v2alpha1
                served: true
                storage: true
                subresources: {status: {}}
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec:
                        type: object
                        properties:
                          preemptible: {type: boolean}
                          tasks: {type: array, items: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                      status: {type: object, x-kubernetes-preserve-unknown-fields: true}
            """;

    private Original() {}

    /// What it consists of besides, in the namespace it is sent to.
    ///
    /// @param program fields of its containers that say what runs in them
    public static String installation(String program) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: di-operator, labels: {control-plane: di-operator}}
                spec:
                  selector: {matchLabels: {control-plane: di-operator}}
                  template:
                    metadata: {labels: {control-plane: di-operator}}
                    spec: {containers: [{name: manager, %1$s}]}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: di-server, labels: {control-plane: di-server}}
                spec:
                  selector: {matchLabels: {control-plane: di-server}}
                  template:
                    metadata: {labels: {control-plane: di-server}}
                    spec: {containers: [{name: server, %1$s}]}
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: di-server, labels: {control-plane: di-server}}
                spec:
                  selector: {control-plane: di-server}
                  ports: [{protocol: TCP, port: 8081, targetPort: 8081}]
                """.formatted(program);
    }
}
