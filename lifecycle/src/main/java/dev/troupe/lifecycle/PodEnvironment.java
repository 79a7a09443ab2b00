package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Names;
import dev.troupe.dijob.Shape;
import dev.troupe.dijob.Task;
import java.util.LinkedHashMap;
import java.util.Map;

/// The variables by which a pod of a job without a coordinator knows who it is and who the others are.
final class PodEnvironment {
    private PodEnvironment() {}

    /// `DI_*`, `TROUPE_*` and `PADDLE_*`.
    static Map<String, String> of(Job job, NewPod.Ranked pod, Cluster cluster) {
        Map<String, String> lists = pod.addresses().lists();
        String rank = Integer.toString(pod.rank());
        String span = Integer.toString(pod.addresses().span());
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("DI_JOB_ID", job.key().toString());
        variables.put("DI_SERVER_URL", cluster.serverUrl());
        cluster.serverCa().ifPresent(certificates -> variables.put("DI_SERVER_CA", certificates));
        variables.put("DI_RANK", rank);
        variables.put(AddressBook.NODES, lists.get(AddressBook.NODES));
        for (Task task : job.tasks()) {
            String name = Names.nodesVariable(task.name());
            variables.put(name, lists.get(name));
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
        variables.put(AddressBook.ENDPOINTS, lists.get(AddressBook.ENDPOINTS));
        variables.put("PADDLE_CURRENT_ENDPOINT", AddressBook.endpoint(job, pod.slot(), pod.generation(), cluster));
        if (job.shape() instanceof Shape.Elastic elastic) {
            variables.putAll(FirstFormFlags.of(job, elastic, pod));
        }
        return variables;
    }
}
