package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Names;
import dev.troupe.dijob.Priority;
import dev.troupe.dijob.Shape;
import dev.troupe.dijob.Task;
import dev.troupe.dijob.TaskType;
import dev.troupe.dijob.Template;
import dev.troupe.dijob.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A pod as a tree, for an API server.
public final class PodManifest {
    private static final String GPU = "nvidia.com/gpu";
    /// What the ports of the second and further GPUs of a learner are called, with their number.
    static final String GPU_PORT = "gpu-port-";
    /// The token by which the processes of a job recognize each other; a template may set another.
    private static final String TOKEN = "TROUPE_TOKEN";

    private PodManifest() {}

    /// The template, completed with names, labels, variables and volumes.
    public static Map<String, Object> of(Job job, NewPod pod, Cluster cluster) {
        return switch (pod) {
            case NewPod.Ranked ranked -> ranked(job, ranked, cluster);
            case NewPod.Role role -> role(job, role, cluster);
        };
    }

    private static Map<String, Object> ranked(Job job, NewPod.Ranked pod, Cluster cluster) {
        Task task = job.task(pod.slot().task()).orElseThrow();
        Map<String, String> labels = Labels.of(job, task.template(), task.type(), task.name(), pod.name());
        if (job.shape() instanceof Shape.Elastic) {
            labels.put(Labels.RANK, Integer.toString(pod.rank()));
        }
        Map<String, String> annotations = Labels.annotations(task.template(), "");
        annotations.put(Labels.REPLICAS, Integer.toString(pod.replicas()));
        annotations.put(Labels.RANK, Integer.toString(pod.rank()));
        annotations.put(Labels.TASK_RANK, Integer.toString(pod.slot().index()));
        annotations.put(Labels.GENERATION, Integer.toString(pod.generation()));
        annotations.put(Labels.TEMPLATE, Fingerprint.of(job, task));
        pod.addresses().shared().ifPresent(shared -> annotations.put(Labels.ADDRESSES, shared.id()));
        List<Map<String, Object>> variables = new ArrayList<>();
        PodEnvironment.of(job, pod, cluster).forEach((name, value) -> variables.add(pod.addresses().variable(name, value)));
        Map<String, Object> spec = spec(job, task.template(), variables, cluster);
        spec.put("hostname", pod.name());
        spec.put("subdomain", Names.service(job));
        spec.put("restartPolicy", "Never");
        if (job.terms().gang()) {
            gang(job, cluster, labels, annotations, spec);
        }
        return pod(job, pod.name(), labels, annotations, spec);
    }

    private static void gang(Job job, Cluster cluster, Map<String, String> labels, Map<String, String> annotations,
            Map<String, Object> spec) {
        switch (cluster.gang()) {
            case OWN, TRY -> {
            }
            case VOLCANO -> {
                annotations.put("scheduling.k8s.io/group-name", job.key().name());
                spec.putIfAbsent("schedulerName", "volcano");
            }
            case COSCHEDULING -> labels.put("scheduling.x-k8s.io/pod-group", job.key().name());
        }
    }

    private static Map<String, Object> role(Job job, NewPod.Role pod, Cluster cluster) {
        Map<String, String> labels = Labels.of(job, pod.template(), pod.role(), pod.role().word(), pod.name());
        labels.putAll(Labels.old(job, pod));
        asked(labels, pod);
        Map<String, String> annotations = new LinkedHashMap<>(pod.template().metadata("annotations"));
        job.task(pod.role().word()).ifPresent(task -> annotations.put(Labels.TEMPLATE, Fingerprint.of(job, task)));
        List<Map<String, Object>> variables = new ArrayList<>();
        RoleEnvironment.of(job, pod, cluster).forEach((name, value) -> variables.add(Tree.of("name", name, "value", value)));
        Map<String, Object> spec = spec(job, pod.template(), variables, cluster);
        if (pod.role() == TaskType.COORDINATOR) {
            spec.putIfAbsent("restartPolicy", "Never"); // others are started again unless their template says otherwise, as ever
        }
        Map<String, Object> main = main(spec);
        ports(main, pod);
        resources(main, pod.role() == TaskType.AGGREGATOR ? Resources.AS_WRITTEN : pod.resources());
        return pod(job, pod.name(), labels, annotations, spec);
    }

    private static void asked(Map<String, String> labels, NewPod.Role pod) {
        pod.aggregator().ifPresent(one -> labels.put(Labels.AGGREGATOR, one.name()));
        int gpus = pod.share().map(GpuShare::worldSize).orElse(pod.resources().gpus());
        Map<String, Object> asked = new LinkedHashMap<>();
        put(asked, Labels.CPUS, pod.resources().cpus());
        put(asked, Labels.MEMORY, pod.resources().memory());
        put(asked, Labels.GPUS, gpus == 0 ? "" : Integer.toString(gpus));
        labels.putAll(Tree.strings(asked));
    }

    private static Map<String, Object> pod(Job job, String name, Map<String, String> labels, Map<String, String> annotations,
            Map<String, Object> spec) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        metadata.put("namespace", job.key().namespace());
        metadata.put("labels", labels);
        metadata.put("annotations", annotations);
        Owner.of(job).ifPresent(owner -> metadata.put("ownerReferences", List.of(owner)));
        return Tree.copy(Tree.of("apiVersion", "v1", "kind", "Pod", "metadata", metadata, "spec", spec));
    }

    private static Map<String, Object> spec(Job job, Template template, List<Map<String, Object>> variables, Cluster cluster) {
        Map<String, Object> spec = new LinkedHashMap<>(template.spec());
        for (String kind : List.of("initContainers", "containers")) {
            if (spec.get(kind) instanceof List<?> containers) {
                spec.put(kind, containers.stream().map(container -> withVariables(job, Tree.map(container), variables)).toList());
            }
        }
        main(spec).putIfAbsent("terminationMessagePolicy", "FallbackToLogsOnError"); // why it failed is told when the pod is gone
        List<Object> volumes = new ArrayList<>(Tree.list(spec.get("volumes")));
        volumes.addAll(job.volumes());
        if (!volumes.isEmpty()) {
            spec.put("volumes", volumes);
        }
        if (!job.terms().priorityClassName().isEmpty()) {
            spec.put("priorityClassName", job.terms().priorityClassName());
        } else if (job.terms().priority() == Priority.HIGH) {
            cluster.highPriorityClass().ifPresent(name -> spec.putIfAbsent("priorityClassName", name));
        }
        return spec;
    }

    /// The operator's variables come first, so that the user's may refer to them by `$(DI_RANK)`. A user's variable of the same name is left out, since other pods
    /// rely on the value.
    private static Map<String, Object> withVariables(Job job, Map<String, Object> container, List<Map<String, Object>> variables) {
        List<Object> env = new ArrayList<>(variables);
        Set<Object> ours = variables.stream().map(variable -> variable.get("name")).collect(Collectors.toSet());
        Tree.maps(container.get("env")).stream().filter(variable -> !ours.contains(variable.get("name"))).forEach(env::add);
        if (Tree.maps(env).stream().noneMatch(variable -> TOKEN.equals(variable.get("name")))) {
            TokenSecret.of(job).ifPresent(secret -> env.add(Tree.of("name", TOKEN, "valueFrom", secret.reference())));
        }
        Map<String, Object> with = new LinkedHashMap<>(container);
        with.put("env", env);
        return with;
    }

    /// The main container of a spec that is being made; it can be changed.
    private static Map<String, Object> main(Map<String, Object> spec) {
        List<Map<String, Object>> containers = new ArrayList<>(Tree.maps(spec.get("containers")));
        Map<String, Object> main = containers.stream().filter(container -> Template.MAIN_CONTAINER.equals(container.get("name")))
                .findFirst()
                .orElseGet(containers::getFirst);
        spec.put("containers", containers);
        return main;
    }

    private static void ports(Map<String, Object> main, NewPod.Role pod) {
        List<Object> ports = new ArrayList<>(Tree.list(main.get("ports")));
        int first = RoleEnvironment.port(pod);
        if (Tree.maps(ports).stream().noneMatch(port -> Template.PORT_NAME.equals(port.get("name")))) {
            ports.add(Tree.of("name", Template.PORT_NAME, "containerPort", first));
        }
        pod.share().ifPresent(share -> {
            for (int gpu = 1; gpu < share.localSize(); gpu++) {
                ports.add(Tree.of("name", GPU_PORT + gpu, "containerPort", first + gpu));
            }
            if (share.master().isEmpty()) {
                ports.add(Tree.of("name", "master-port", "containerPort", GpuShare.MASTER_PORT));
            }
        });
        main.put("ports", ports);
    }

    private static void resources(Map<String, Object> main, Resources resources) {
        Map<String, Object> asked = new LinkedHashMap<>();
        put(asked, "cpu", resources.cpus());
        put(asked, "memory", resources.memory());
        put(asked, GPU, resources.gpus() == 0 ? "" : Integer.toString(resources.gpus()));
        if (asked.isEmpty()) {
            return;
        }
        Map<String, Object> all = new LinkedHashMap<>(Tree.map(main.get("resources")));
        for (String kind : List.of("requests", "limits")) {
            Map<String, Object> amounts = new LinkedHashMap<>(Tree.map(all.get(kind)));
            amounts.putAll(asked);
            all.put(kind, amounts);
        }
        main.put("resources", all);
    }

    private static void put(Map<String, Object> map, String name, String value) {
        if (!value.isEmpty()) {
            map.put(name, value);
        }
    }
}
