package dev.troupe.dijob;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// `spec.tasks`.
final class TaskReader {
    private static final List<TaskType> TYPES = List.of(TaskType.LEARNER, TaskType.COLLECTOR, TaskType.EVALUATOR, TaskType.NONE);

    private final Fields spec;
    private final TemplateReader templates;
    private final Problems problems;
    private final Map<TaskType, String> types = new EnumMap<>(TaskType.class);
    private final Map<String, String> names = new HashMap<>();

    TaskReader(Fields spec, TemplateReader templates, Problems problems) {
        this.spec = spec;
        this.templates = templates;
        this.problems = problems;
    }

    List<Task> read() {
        List<Task> tasks = new ArrayList<>();
        if (spec.value("tasks") == null || spec.value("tasks").equals(List.of())) {
            problems.add("spec.tasks", "is empty: name at least one task, with a type and a template");
        }
        for (Fields task : spec.each("tasks")) {
            TaskType type = task.choice("type", TYPES).orElse(null);
            if (task.value("type") == null) {
                problems.missing(task.path("type"), "name one of " + Fields.words(TYPES));
            }
            String name = name(task, type);
            int replicas = task.number("replicas", 1, NameRules.MAX_PODS).orElse(1);
            Template template = templates.read(task);
            task.noOthers("a task");
            if (type != null) {
                tasks.add(new Task(name, type, replicas, template));
            }
        }
        return tasks;
    }

    private String name(Fields task, TaskType type) {
        String name = task.text("name").orElse("");
        String path = task.path("name");
        if (type != null && type != TaskType.NONE) {
            String earlier = types.putIfAbsent(type, task.path());
            if (earlier != null) {
                problems.wrong(task.path("type"), type.word(), earlier + " has that type already; "
                        + "give it more replicas, or make this one a task of type none with a name");
                return name;
            }
            name = name.isEmpty() ? type.word() : name;
        } else if (type == TaskType.NONE && name.isEmpty()) {
            problems.missing(path, "a task of type none needs one");
            return name;
        }
        if (!name.isEmpty() && !Dns.isLabel(name)) {
            problems.wrong(path, name, Dns.LABEL_RULE);
        }
        String earlier = name.isEmpty() ? null : names.putIfAbsent(name, task.path());
        if (earlier != null) {
            problems.wrong(path, name, earlier + " already has this name; names of tasks must be unique");
        }
        return name;
    }
}
