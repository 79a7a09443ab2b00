package dev.troupe.kube;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The fields of DIJobs and AggregatorConfigs. One schema holds all three shapes of DIJob: both versions have it, so neither loses what
/// only the other knows. It has no defaults and asks for nothing, since those differ between the shapes: the operator knows them.
final class Schema {
    private static final FieldType TEMPLATE = Field.anything();
    private static final int LONGEST_NAME = 63;
    private static final String TEMPLATE_TEXT = "The pod, as metadata and spec. The container that does the work is called di-container, or is the first.";

    private Schema() {}

    static List<Field> job() {
        return List.of(Field.of("spec", spec(), "What the job runs: tasks; or template; or coordinator, collector and learner."),
                Field.of("status", status(), "What the operator knows about the job."));
    }

    static List<Field> aggregatorConfig() {
        return List.of(Field.of("spec", Field.group(Field.of("aggregator", role(), "The aggregators.")),
                "How aggregators of jobs with a coordinator look."));
    }

    private static FieldType spec() {
        Map<String, String> rules = new LinkedHashMap<>();
        rules.put("give exactly one of tasks, template and coordinator",
                "(has(self.tasks) ? 1 : 0) + (has(self.template) ? 1 : 0) + (has(self.coordinator) ? 1 : 0) == 1");
        rules.put("minReplicas must not be more than maxReplicas",
                "!has(self.minReplicas) || !has(self.maxReplicas) || self.minReplicas <= self.maxReplicas");
        rules.put("minReplicas, maxReplicas and engineFields belong to template",
                "has(self.template) || !has(self.minReplicas) && !has(self.maxReplicas) && !has(self.engineFields)");
        rules.put("collector and learner belong to coordinator", "has(self.coordinator) || !has(self.collector) && !has(self.learner)");
        rules.put("backoffLimit, preemptible, gang, priority, successPolicy and replicas do not belong to coordinator",
                "!has(self.coordinator) || !has(self.backoffLimit) && !has(self.preemptible) && !has(self.gang) && !has(self.priority) "
                        + "&& !has(self.successPolicy) && !has(self.replicas)");
        rules.put("replicas of a preemptible job must be from minReplicas to maxReplicas",
                "!has(self.template) || !has(self.replicas) || !has(self.preemptible) || !self.preemptible || "
                        + "self.replicas >= (has(self.minReplicas) ? self.minReplicas : 1) && "
                        + "self.replicas <= (has(self.maxReplicas) ? self.maxReplicas : "
                        + "has(self.minReplicas) && self.minReplicas > 1 ? self.minReplicas : 1)");
        rules.put("replicas needs a task of type collector, or a single task",
                "!has(self.tasks) || !has(self.replicas) || self.tasks.size() == 1 || "
                        + "self.tasks.exists(t, has(t.type) && t.type == 'collector')");
        return new FieldType.Group(List.of(
                Field.of("group", Field.text(), "A label of the user's, put on every pod."),
                Field.of("priority", Field.text("normal", "high"), "How urgent the job is. Default: normal."),
                Field.of("priorityClassName", Field.text(), "The priority class of every pod."),
                Field.of("cleanPodPolicy", Field.text("Running", "All", "None"),
                        "Which pods go when the job has ended: those still running, all, or none. Default: Running."),
                Field.of("preemptible", Field.flag(), "Whether pods may be taken away: exit code 143 is then no failure."),
                Field.of("backoffLimit", new FieldType.Whole(0, true),
                        "How many restarts after failures before the job fails; null: no limit. Default: 3."),
                Field.of("activeDeadlineSeconds", Field.whole(1), "How long the job may be active before it fails."),
                Field.of("ttlSecondsAfterFinished", Field.whole(0), "How long the job stays after its end before it is deleted."),
                Field.of("suspend", Field.flag(), "No pods while it is true."),
                Field.of("gang", Field.flag(), "All pods find room or none keeps it."),
                Field.of("successPolicy", Field.text("AllWorkers", "ChiefWorker"),
                        "When the job has succeeded: when all pods have, or the first pod of the first task. Default: AllWorkers."),
                Field.of("replicas", Field.whole(0),
                        "How many pods in all, as kubectl scale writes it. It goes before the number of the collectors, or of the only "
                                + "task."),
                Field.of("volumes", Field.many(Field.anything()), "Volumes added to every pod."),
                Field.of("tasks", tasks(), "The tasks of the job, each with pods of its own."),
                Field.of("minReplicas", Field.whole(0), "The least number of pods made from template. Default: 1."),
                Field.of("maxReplicas", Field.whole(1), "The largest number of pods made from template. Default: minReplicas."),
                Field.of("engineFields", Field.group(
                        Field.of("topology", Field.text("star", "alone", "mesh"), "Who connects to whom. Default: star."),
                        Field.of("parallelWorkers", Field.whole(1), "Processes in each pod. Default: 1.")),
                        "How the pods made from template work together."),
                Field.of("template", TEMPLATE, TEMPLATE_TEXT),
                Field.of("coordinator", role(), "The coordinator, which asks for collectors and learners."),
                Field.of("collector", role(), "Pods the coordinator may ask for."),
                Field.of("learner", role(), "Pods the coordinator may ask for.")), rules);
    }

    private static FieldType tasks() {
        FieldType task = new FieldType.Group(List.of(
                Field.of("name", new FieldType.Text(List.of(), LONGEST_NAME),
                        "The name of the task. Default: its type, unless that is none."),
                Field.of("type", Field.text("learner", "collector", "evaluator", "none"), "What the task does."),
                Field.of("replicas", Field.whole(1), "How many pods. Default: 1."),
                Field.of("template", TEMPLATE, TEMPLATE_TEXT)),
                Map.of("a task of type none needs a name", "!has(self.type) || self.type != 'none' || has(self.name) && self.name != ''"));
        Map<String, String> rules = new LinkedHashMap<>();
        rules.put("name at least one task", "self.size() > 0");
        // Compared with texts of known length: the longest type is, to older API servers, as long as the whole request.
        rules.put("the types learner, collector and evaluator may each occur once", Stream.of("learner", "collector", "evaluator")
                .map("self.filter(t, has(t.type) && t.type == '%s').size() <= 1"::formatted).collect(Collectors.joining(" && ")));
        rules.put("each task needs a name of its own; one without has its type as name",
                "self.all(a, !has(a.name) || a.name == '' || self.exists_one(b, "
                        + "has(b.name) && b.name != '' ? b.name == a.name : has(b.type) && b.type == a.name))");
        return new FieldType.Many(task, rules);
    }

    private static FieldType role() {
        return Field.group(Field.of("template", TEMPLATE, TEMPLATE_TEXT));
    }

    private static FieldType status() {
        FieldType count = Field.whole(0);
        return Field.group(
                Field.of("phase", Field.text(), "Pending, Starting, Running, Restarting, Rescheduling, Succeeded or Failed."),
                Field.of("shape", Field.text(), "The kind of DIJob it was started as: coordinated, elastic or tasks."),
                Field.of("replicas", count, "How many pods there should be."),
                Field.of("readyReplicas", count, "How many pods are ready."),
                Field.of("scheduledReplicas", count, "How many pods have a node."),
                Field.of("restarts", count, "Restarts after failures."),
                Field.of("reschedules", count, "Changes of the number of pods, wanted or not."),
                Field.of("generation", count, "Changes of template that pods were replaced for."),
                Field.of("taskStatus", Field.named(Field.named(count)), "For each task, how many pods are in which phase."),
                Field.of("replicaStatus", Field.named(Field.group(
                        Field.of("active", count, "Pods that run."),
                        Field.of("succeeded", count, "Pods that succeeded."),
                        Field.of("failed", count, "Pods that failed."))), "For each role of a job with a coordinator, its pods."),
                Field.of("selector", Field.text(), "The labels of its pods."),
                Field.of("allocation", Field.many(Field.text()), "The node of each rank, for preemptible jobs."),
                Field.of("ranks", Field.many(Field.text()), "The pod of each rank, as task and index; empty where there is none."),
                Field.of("startTime", Field.time(), "When the job last became active."),
                Field.of("completionTimestamp", Field.time(), "When the job ended."),
                Field.of("notBefore", Field.time(), "No pods are created until then."),
                Field.of("suspended", Field.flag(), "Whether the job was suspended when last looked at."),
                Field.of("refusal", Field.text(), "Why the job, or its last change, is not followed."),
                Field.of("profilings", Field.anything(), "What the program reported about itself."),
                Field.of("conditions", Field.many(Field.group(
                        Field.of("type", Field.text(), "The phase."),
                        Field.of("status", Field.text("True", "False", "Unknown"), "Whether the job is in it."),
                        Field.of("reason", Field.text(), "Job and the phase, in one word."),
                        Field.of("message", Field.text(), "Why the job entered it."),
                        Field.of("lastUpdateTime", Field.time(), "When the job entered it."),
                        Field.of("lastTransitionTime", Field.time(), "When status last changed."))),
                        "The phases the job has been in."));
    }
}
