package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.ManifestReader;
import dev.troupe.dijob.TaskType;
import dev.troupe.dijob.Template;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The labels and annotations that identify the pods of a job.
public final class Labels {
    public static final String OPERATOR = "diengine/operator";
    public static final String JOB = "diengine/job";
    public static final String GROUP = "diengine/group";
    public static final String TASK_TYPE = "diengine/task-type";
    public static final String TASK_NAME = "diengine/task-name";
    public static final String POD = "diengine/pod";

    /// On pods that a coordinator requested: its request, so that a pod can be replaced by an equal one.
    static final String AGGREGATOR = "diengine/aggregator";
    static final String CPUS = "diengine/cpus";
    static final String MEMORY = "diengine/memory";
    static final String GPUS = "diengine/gpus";

    /// Annotations.
    public static final String REPLICAS = "diengine/replicas";
    public static final String RANK = "diengine/rank";
    public static final String TASK_RANK = "diengine/task-rank";
    public static final String NODE = "diengine/node";
    public static final String GENERATION = "diengine/generation";
    public static final String TEMPLATE = "diengine/template";
    /// On pods of a large job, and as a label on config maps: the id of the addresses that a pod was given.
    public static final String ADDRESSES = "diengine/addresses";

    /// Which labels and annotations a pod has from its template, so that they are removed when the template loses them.
    static final String TEMPLATE_LABELS = "diengine/template-labels";
    static final String TEMPLATE_ANNOTATIONS = "diengine/template-annotations";

    /// What programs for v1alpha1 select pods and services by.
    private static final String OLD_GROUP = "group-name";
    private static final String OLD_OPERATOR = "controller-name";
    private static final String OLD_JOB = "dijob-name";
    private static final String OLD_ROLE = "replica-type";
    private static final String OLD_POD = "pod-name";
    private static final String OLD_SHARE = "ddp-learner-type";

    private static final Set<String> OLD = Set.of(OLD_GROUP, OLD_OPERATOR, OLD_JOB, OLD_ROLE, OLD_POD, OLD_SHARE);

    static final String OPERATOR_NAME = "di-operator";

    private Labels() {}

    /// On everything that a job owns; the operator selects by them.
    public static Map<String, String> of(JobKey job) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(OPERATOR, OPERATOR_NAME);
        labels.put(JOB, job.name());
        return labels;
    }

    /// The annotations of one pod that can change while it runs: what its template says, then ours.
    static Map<String, String> annotations(Template template, String node) {
        Map<String, String> annotations = new LinkedHashMap<>(template.metadata("annotations"));
        annotations.keySet().removeIf(Labels::isOurs);
        names(annotations, TEMPLATE_ANNOTATIONS, annotations);
        names(annotations, TEMPLATE_LABELS, template.metadata("labels"));
        annotations.put(NODE, node);
        return annotations;
    }

    private static void names(Map<String, String> annotations, String name, Map<String, String> marks) {
        if (!marks.isEmpty()) {
            annotations.put(name, String.join(",", new TreeSet<>(marks.keySet())));
        }
    }

    static boolean isOurs(String name) {
        return name.startsWith("diengine/");
    }

    /// On a pod of a job with a coordinator, besides: what DI-orchestrator put there when such jobs were its only ones.
    static Map<String, String> old(Job job, NewPod.Role pod) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(OLD_GROUP, ManifestReader.GROUP);
        labels.put(OLD_OPERATOR, OPERATOR_NAME);
        labels.put(OLD_JOB, job.key().name());
        labels.put(OLD_ROLE, pod.share().isPresent() ? "ddp-learner" : pod.role().word());
        labels.put(OLD_POD, pod.name());
        pod.share().ifPresent(share -> labels.put(OLD_SHARE, share.master().isEmpty() ? "ddp-learner-master" : "ddp-learner-worker"));
        return labels;
    }

    /// Those of a pod's labels; its service has them, too.
    static Map<String, String> old(Map<String, String> labels) {
        Map<String, String> old = new TreeMap<>(labels);
        old.keySet().retainAll(OLD);
        return old;
    }

    /// On one pod: what its template says, then ours.
    static Map<String, String> of(Job job, Template template, TaskType type, String task, String pod) {
        Map<String, String> labels = new LinkedHashMap<>(template.metadata("labels"));
        labels.putAll(of(job.key()));
        if (!job.group().isEmpty()) {
            labels.put(GROUP, job.group());
        }
        labels.put(TASK_TYPE, type.word());
        labels.put(TASK_NAME, task);
        labels.put(POD, pod);
        return labels;
    }
}
