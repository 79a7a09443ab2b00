package dev.troupe.dijob;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The variables by which a pod of a job without a coordinator knows who it is and who the others are.
public final class PodEnvironment {
    private PodEnvironment() {}

    /// `DI_*`, `TROUPE_*` and `PADDLE_*`. For any rank without a pod the lists have an empty entry, so that the entry of a rank always
    /// stands at that rank.
    public static Map<String, String> of(Job job, NewPod.Ranked pod, Cluster cluster) {
        List<String> nodes = pod.roster().slots().stream().map(slot -> slot.map(one -> host(job, one, pod, cluster)).orElse("")).toList();
        String rank = Integer.toString(pod.rank());
        String span = Integer.toString(pod.roster().span());
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("DI_JOB_ID", job.key().toString());
        variables.put("DI_SERVER_URL", cluster.serverUrl());
        cluster.serverCa().ifPresent(certificates -> variables.put("DI_SERVER_CA", certificates));
        variables.put("DI_RANK", rank);
        variables.put("DI_NODES", String.join(",", nodes));
        for (Task task : job.tasks()) {
            variables.put(Names.nodesVariable(task.name()), pod.roster().slots().stream().flatMap(slot -> slot.stream())
                    .filter(slot -> slot.task().equals(task.name())).sorted((a, b) -> Integer.compare(a.index(), b.index()))
                    .map(slot -> host(job, slot, pod, cluster)).collect(Collectors.joining(",")));
        }
        variables.put("TROUPE_RANK", rank);
        variables.put("TROUPE_REPLICAS", span);
        variables.put("TROUPE_TASK", pod.slot().task());
        variables.put("TROUPE_TASK_RANK", Integer.toString(pod.slot().index()));
        variables.put("PADDLE_JOB_NAME", job.key().name());
        variables.put("PADDLE_TRAINER_ID", rank);
        variables.put("PADDLE_INIT_TRAINER_ID", rank);
        variables.put("PADDLE_TRAINERS_NUM", span);
        variables.put("PADDLE_INIT_NUM_GRADIENT_SERVERS", span);
        variables.put("PADDLE_TRAINER_ENDPOINTS",
                pod.roster().slots().stream().map(slot -> slot.map(one -> endpoint(job, one, pod, cluster)).orElse(""))
                        .collect(Collectors.joining(",")));
        variables.put("PADDLE_CURRENT_ENDPOINT", endpoint(job, pod.slot(), pod, cluster));
        if (job.shape() instanceof Shape.Elastic elastic) {
            variables.putAll(FirstFormFlags.of(job, elastic, pod));
        }
        return variables;
    }

    /// The full name of a slot's pod: a pod of an earlier generation is about to be replaced by the one of that name.
    private static String host(Job job, Slot slot, NewPod.Ranked pod, Cluster cluster) {
        return Names.pod(job, slot.task(), slot.index(), pod.generation()) + "." + Names.service(job) + "." + job.key().namespace() + "."
                + cluster.domain();
    }

    private static String endpoint(Job job, Slot slot, NewPod.Ranked pod, Cluster cluster) {
        int port = job.task(slot.task()).map(task -> task.template().port(Repair.PORT)).orElse(Repair.PORT);
        return host(job, slot, pod, cluster) + ":" + port;
    }
}
