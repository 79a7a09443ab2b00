package dev.troupe.dijob;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A DIJob, in whichever shape.
final class JobReader {
    private enum Kind {
        COORDINATED, ELASTIC, TASKED
    }

    private static final Pattern LABEL_VALUE = Pattern.compile("|[a-zA-Z0-9]([-_.a-zA-Z0-9]{0,61}[a-zA-Z0-9])?");

    /// The fields that only one shape has.
    private static final Map<Kind, Set<String>> MARKS = marks();

    private final Fields root;
    private final String apiVersion;
    private final Metadata metadata;
    private final Problems problems;
    /// Invalid values for which a job that has started is not failed. For a new job they are problems like any other.
    private final Problems lesser;

    JobReader(Fields root, String apiVersion, Metadata metadata, Problems problems) {
        this.root = root;
        this.apiVersion = apiVersion;
        this.metadata = metadata;
        this.problems = problems;
        this.lesser = Tree.map(root.value("status")).get("phase") instanceof String phase && !phase.isEmpty() ? new Problems() : problems;
    }

    private static Map<Kind, Set<String>> marks() {
        Map<Kind, Set<String>> marks = new LinkedHashMap<>();
        marks.put(Kind.COORDINATED, new java.util.LinkedHashSet<>(List.of("coordinator", "collector", "learner")));
        marks.put(Kind.ELASTIC, new java.util.LinkedHashSet<>(List.of("template", "minReplicas", "maxReplicas", "engineFields")));
        marks.put(Kind.TASKED, Set.of("tasks"));
        return marks;
    }

    /// Names such as "template with minReplicas and maxReplicas".
    private static String together(List<String> fields) {
        return fields.getFirst() + (fields.size() == 1 ? "" : " with " + String.join(" and ", fields.subList(1, fields.size())));
    }

    /// The job; null if its shape is unclear. It may be used only if there were no problems.
    Job read() {
        Fields spec = root.needed("spec", "it says what the job runs");
        if (!(root.value("spec") instanceof Map)) {
            return null;
        }
        List<Kind> kinds = MARKS.keySet().stream().filter(kind -> MARKS.get(kind).stream().anyMatch(spec::has)).toList();
        if (kinds.size() > 1) {
            problems.add("spec", "has fields of " + (kinds.size() == 2 ? "two" : "three") + " kinds of DIJob: " + kinds.stream()
                    .map(kind -> together(MARKS.get(kind).stream().filter(spec::has).toList())).collect(Collectors.joining(", and "))
                    + "; keep one: either tasks, or template with minReplicas and maxReplicas, or coordinator with collector and learner");
            return null;
        }
        Kind kind = kinds.isEmpty() ? apiVersion.endsWith("/v1alpha1") ? Kind.COORDINATED : null : kinds.getFirst();
        if (kind == null) {
            problems.add("spec", "has neither tasks nor template: give it tasks, each with a type and a template, "
                    + "or one template with minReplicas and maxReplicas");
            return null;
        }
        Volumes volumes = Volumes.read(spec, problems);
        TemplateReader templates = new TemplateReader(problems, volumes.names());
        String group = spec.text("group").filter(text -> isLabelValue(spec, text)).orElse("");
        Terms terms = TermsReader.read(spec, kind == Kind.COORDINATED);
        List<Task> tasks = new ArrayList<>();
        Shape shape = switch (kind) {
            case COORDINATED -> {
                tasks.addAll(coordinated(spec, templates));
                yield new Shape.Coordinated();
            }
            case ELASTIC -> elastic(spec, templates, tasks, terms.preemptible());
            case TASKED -> {
                tasks.addAll(new TotalReplicas(spec, lesser).tasks(new TaskReader(spec, templates, problems).read()));
                yield new Shape.Tasked();
            }
        };
        spec.noOthers("a DIJob of kind " + shape.title());
        Job job = new Job(metadata.key(), metadata.uid(), apiVersion, metadata.labels(), group, shape, tasks, volumes.trees(), terms,
                lesser == problems ? List.of() : lesser.list().stream().map(Problem::sentence).toList());
        NameRules.check(job, problems);
        return job;
    }

    private List<Task> coordinated(Fields spec, TemplateReader templates) {
        List<Task> tasks = new ArrayList<>();
        Fields coordinator = spec.needed("coordinator", "it holds the template of the coordinator, which asks for the other pods");
        if (spec.value("coordinator") instanceof Map) {
            tasks.add(new Task("coordinator", TaskType.COORDINATOR, 1, role(coordinator, templates)));
        }
        spec.fields("collector").ifPresent(role -> tasks.add(new Task("collector", TaskType.COLLECTOR, 0, role(role, templates))));
        spec.fields("learner").ifPresent(role -> tasks.add(new Task("learner", TaskType.LEARNER, 0, role(role, templates))));
        return tasks;
    }

    /// It becomes one.
    private boolean isLabelValue(Fields spec, String group) {
        boolean is = LABEL_VALUE.matcher(group).matches();
        if (!is) {
            lesser.wrong(spec.path("group"), group, "it becomes a label of pods: letters, digits, '-', '_' and '.' are allowed, "
                    + "with a letter or digit at both ends, at most 63 characters");
        }
        return is;
    }

    private static Template role(Fields role, TemplateReader templates) {
        Template template = templates.read(role);
        role.noOthers("a role");
        return template;
    }

    private Shape elastic(Fields spec, TemplateReader templates, List<Task> tasks, boolean preemptible) {
        int max = spec.number("maxReplicas", 1, NameRules.MAX_PODS).orElse(-1);
        int min = spec.number("minReplicas", 0, NameRules.MAX_PODS).orElse(max < 0 ? 1 : Math.min(1, max));
        if (max < 0) {
            max = Math.max(1, min);
        }
        if (min > max) {
            problems.wrong(spec.path("minReplicas"), min, "it must not be more than spec.maxReplicas, which is " + max);
        }
        Fields engine = spec.fields("engineFields").orElseGet(() -> new Fields(spec.path("engineFields"), Map.of(), problems));
        Topology topology = engine.choice("topology", List.of(Topology.values())).orElse(Topology.STAR);
        int parallelWorkers = engine.number("parallelWorkers", 1, NameRules.MAX_PARALLEL_WORKERS).orElse(1);
        engine.noOthers("engineFields");
        Template template = templates.read(spec);
        TotalReplicas total = new TotalReplicas(spec, lesser);
        tasks.add(new Task(Task.WORKER, TaskType.NONE, total.orElse(min), template));
        return total.elastic(new Shape.Elastic(Math.min(min, max), max, topology, parallelWorkers), preemptible);
    }
}
