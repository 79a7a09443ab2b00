package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// The variables of a pod of a job with a coordinator.
final class RoleEnvironment {
    private RoleEnvironment() {}

    static Map<String, String> of(Job job, NewPod.Role pod, Cluster cluster) {
        String namespace = job.key().namespace();
        String role = pod.role().word();
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("KUBERNETES_POD_NAMESPACE", namespace);
        variables.put("KUBERNETES_POD_NAME", pod.name());
        variables.put("KUBERNETES_SERVER_URL", cluster.serverUrl().replaceFirst("^https?://", ""));
        variables.put("KUBERNETES_COORDINATOR_URL", job.key().name() + "-coordinator." + namespace + ":"
                + job.tasks().getFirst().template().port(RolePort.of("coordinator")));
        pod.aggregator()
                .ifPresent(one -> variables.put("KUBERNETES_AGGREGATOR_URL", one.name() + "." + namespace + ":" + one.port()));
        variables.put(role.toUpperCase(Locale.ROOT) + "_PORT", Integer.toString(port(pod)));
        variables.put("DI_JOB_ID", job.key().toString());
        variables.put("DI_SERVER_URL", cluster.serverUrl());
        cluster.serverCa().ifPresent(certificates -> variables.put("DI_SERVER_CA", certificates));
        variables.put("TROUPE_TASK", role);
        pod.share().ifPresent(share -> {
            variables.put("WORLD_SIZE", Integer.toString(share.worldSize()));
            variables.put("LOCAL_WORLD_SIZE", Integer.toString(share.localSize()));
            variables.put("START_RANK", Integer.toString(share.startRank()));
            variables.put("MASTER_ADDR", share.master().isEmpty() ? "localhost" : share.master());
            variables.put("MASTER_PORT", Integer.toString(GpuShare.MASTER_PORT));
        });
        return variables;
    }

    static int port(NewPod.Role pod) {
        return pod.template().port(RolePort.of(pod.role().word()));
    }
}
