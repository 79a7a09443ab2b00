package dev.troupe.systemtests;

/// DIJobs of our image, with the programs of these tests in `/programs`.
final class JobText {
    private JobText() {}

    /// None of it is started again when it fails.
    static String of(String name, String tasks) {
        return """
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata: {name: %s}
                spec:
                  backoffLimit: 0
                  volumes: [{name: programs, hostPath: {path: "%s"}}]
                  tasks:
                """.formatted(name, Ditask.PROGRAMS) + tasks;
    }

    static String task(String name, String command, String resources) {
        return """
                  - {name: %s, type: none, template: {spec: {terminationGracePeriodSeconds: 1, containers: [
                      {name: di-container, image: "troupe:latest", imagePullPolicy: IfNotPresent, command: [%s],
                       volumeMounts: [{name: programs, mountPath: /programs}]%s}]}}}
                """.formatted(name, command, resources);
    }

    /// With a coordinator that has no token.
    static String coordinated(String name, String command) {
        return """
                apiVersion: diengine.opendilab.org/v1alpha1
                kind: DIJob
                metadata: {name: %s}
                spec:
                  volumes: [{name: programs, hostPath: {path: "%s"}}]
                  coordinator: {template: {spec: {automountServiceAccountToken: false, terminationGracePeriodSeconds: 1, containers: [
                    {name: coordinator, image: "troupe:latest", imagePullPolicy: IfNotPresent, command: [%s],
                     volumeMounts: [{name: programs, mountPath: /programs}]}]}}}
                  collector: {template: {spec: {containers: [
                    {name: collector, image: "troupe:latest", imagePullPolicy: IfNotPresent, command: [java, -cp, /programs, %s, collector],
                     volumeMounts: [{name: programs, mountPath: /programs}]}]}}}
                """.formatted(name, Ditask.PROGRAMS, command, CoordinatedPods.class.getName());
    }
}
