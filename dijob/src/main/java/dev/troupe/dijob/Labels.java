package dev.troupe.dijob;

import java.util.LinkedHashMap;
import java.util.Map;

/// The labels and annotations by which the pods of a job are known.
public final class Labels {
    public static final String OPERATOR = "diengine/operator";
    public static final String JOB = "diengine/job";
    public static final String GROUP = "diengine/group";
    public static final String TASK_TYPE = "diengine/task-type";
    public static final String TASK_NAME = "diengine/task-name";
    public static final String POD = "diengine/pod";

    /// On pods a coordinator asked for: what it asked for, so that a pod can be replaced by its like.
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

    static final String OPERATOR_NAME = "di-operator";

    private Labels() {}

    /// On everything of a job: what an operator selects by.
    public static Map<String, String> of(JobKey job) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(OPERATOR, OPERATOR_NAME);
        labels.put(JOB, job.name());
        return labels;
    }

    /// On one pod: what its template says, then ours.
    static Map<String, String> of(Job job, Template template, TaskType type, String task, String pod) {
        Map<String, String> labels = new LinkedHashMap<>(template.metadata("labels"));
        labels.putAll(of(job.key()));
        if (!job.group().isEmpty() && Dns.isLabel(job.group())) {
            labels.put(GROUP, job.group());
        }
        labels.put(TASK_TYPE, type.word());
        labels.put(TASK_NAME, task);
        labels.put(POD, pod);
        return labels;
    }
}
