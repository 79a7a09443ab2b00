package dev.troupe.dijob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What users read who made a mistake, word for word.
final class MalformedJobsTest {
    private static final String DNS = "lowercase letters, digits and '-' are allowed, with a letter or digit at both ends, at most 63 characters";

    private static final String TASKS = """
            apiVersion: diengine.opendilab.org/v2alpha1
            kind: DIJob
            metadata:
              name: job
            spec:
              tasks:
              - type: learner
                template:
                  spec:
                    containers:
                    - name: di-container
                      image: ding
            """;

    private static final String TEMPLATE = """
            apiVersion: diengine.opendilab.org/v2alpha1
            kind: DIJob
            metadata:
              name: job
            spec:
              template:
                spec:
                  containers:
                  - name: di-container
                    image: ding
            """;

    private static final String COORDINATOR = """
            apiVersion: diengine.opendilab.org/v1alpha1
            kind: DIJob
            metadata:
              name: job
            spec:
              coordinator:
                template:
                  spec:
                    containers:
                    - name: coordinator
                      image: ding
            """;

    record Mistake(String title, String yaml, List<String> sentences) {
        Mistake with(String from, String to, String... more) {
            return replaced(title, yaml, from, to, more);
        }

        @Override
        public String toString() {
            return title;
        }
    }

    private static Mistake mistake(String title, String yaml, String... sentences) {
        return new Mistake(title, yaml, List.of(sentences));
    }

    private static Mistake tasks(String title, String from, String to, String... sentences) {
        return replaced(title, TASKS, from, to, sentences);
    }

    private static Mistake template(String title, String from, String to, String... sentences) {
        return replaced(title, TEMPLATE, from, to, sentences);
    }

    private static Mistake coordinator(String title, String from, String to, String... sentences) {
        return replaced(title, COORDINATOR, from, to, sentences);
    }

    private static Mistake replaced(String title, String yaml, String from, String to, String... sentences) {
        if (!yaml.contains(from)) {
            throw new IllegalArgumentException(title + ": the file has no '" + from + "'");
        }
        return mistake(title, yaml.replace(from, to), sentences);
    }

    /// A second task after the first.
    private static Mistake more(String title, String task, String... sentences) {
        return mistake(title, TASKS + task.indent(2), sentences);
    }

    static Stream<Mistake> file() {
        return Stream.of(
                mistake("nothing", "", "the file has no document: give it a DIJob, with apiVersion, kind, metadata and spec"),
                mistake("a text", "hello", "the document is 'hello': it must be a map with apiVersion, kind, metadata and spec"),
                mistake("a tab", "kind: DIJob\n\tspec: 1",
                        "line 2, column 1 is not YAML: found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation)"),
                tasks("the same key twice", "name: job", "name: job\n  name: other",
                        "line 5, column 3 is not YAML: found duplicate key name"),
                mistake("aliases of aliases", bomb(), "the document has more than 200000 values: look for aliases of aliases"),
                tasks("no version", "apiVersion: diengine.opendilab.org/v2alpha1\n", "",
                        "apiVersion is missing: write diengine.opendilab.org/v2alpha1"),
                tasks("a wrong version", "v2alpha1", "v3",
                        "apiVersion is 'diengine.opendilab.org/v3': it must be diengine.opendilab.org/v2alpha1 or diengine.opendilab.org/v1alpha1"),
                mistake("another kind", "apiVersion: diengine.opendilab.org/v2alpha1\nkind: Job\nmetadata: {name: a}\nspec: {}\n",
                        "kind is 'Job': it must be DIJob or AggregatorConfig",
                        "spec is not a field of a Job: its fields are apiVersion, kind, metadata"),
                tasks("no name", "metadata:\n  name: job\n", "", "metadata is missing: it holds the name",
                        "metadata.name is missing: a job needs one; " + DNS),
                tasks("a number as name", "name: job", "name: 12", "metadata.name is 12, a number: it must be a string; put it in quotes",
                        "metadata.name is missing: a job needs one; " + DNS),
                tasks("capitals in the name", "name: job", "name: MyJob", "metadata.name is 'MyJob': " + DNS),
                tasks("too long a name", "name: job", "name: a-job-whose-name-is-so-long-that-its-pods-would-not-have-one",
                        "metadata.name is 'a-job-whose-name-is-so-long-that-its-pods-would-not-have-one': the name "
                                + "a-job-whose-name-is-so-long-that-its-pods-would-not-have-one-learner-0 made from it has 70 characters, at most 63 are allowed; use a shorter one"),
                template("a digit before a service's name", "name: job", "name: 3d",
                        "metadata.name is '3d': it becomes the name of a service, which must begin with a letter"),
                tasks("a bad namespace", "name: job", "name: job\n  namespace: a/b", "metadata.namespace is 'a/b': " + DNS),
                tasks("a field beside spec", "spec:\n  tasks", "priority: high\nspec:\n  tasks",
                        "priority is not a field of a DIJob: its fields are apiVersion, kind, metadata, status, spec"),
                mistake("no spec", TASKS.substring(0, TASKS.indexOf("spec:")), "spec is missing: it says what the job runs"),
                mistake("a list as spec", TASKS.substring(0, TASKS.indexOf("spec:")) + "spec: []", "spec is a list: it must be a map"));
    }

    static Stream<Mistake> spec() {
        String foreign = " is not a field of a DIJob of kind v1alpha1 (coordinator, collector, learner): its fields are volumes, group, "
                + "cleanPodPolicy, priorityClassName, activeDeadlineSeconds, ttlSecondsAfterFinished, suspend, coordinator, collector, learner";
        String kinds = "; keep one: either tasks, or template with minReplicas and maxReplicas, or coordinator with collector and learner";
        return Stream.of(
                mistake("no shape", TASKS.substring(0, TASKS.indexOf("spec:")) + "spec: {priority: high}",
                        "spec has neither tasks nor template: give it tasks, each with a type and a template, or one template with minReplicas and maxReplicas"),
                tasks("two shapes", "spec:\n  tasks:", "spec:\n  minReplicas: 1\n  maxReplicas: 2\n  tasks:",
                        "spec has fields of two kinds of DIJob: minReplicas with maxReplicas, and tasks" + kinds),
                coordinator("a template beside a coordinator", "\nspec:\n", "\nspec:\n  template: {}\n  minReplicas: 1\n",
                        "spec has fields of two kinds of DIJob: coordinator, and template with minReplicas"
                                + kinds),
                tasks("a typing mistake", "spec:\n  tasks", "spec:\n  cleanPodPolcy: All\n  tasks",
                        "spec.cleanPodPolcy is not a field of a DIJob of kind v2alpha1 with tasks: did you mean cleanPodPolicy?"),
                coordinator("a field of another shape", "\nspec:\n", "\nspec:\n  backoffLimit: 3\n", "spec.backoffLimit" + foreign),
                coordinator("a number of pods beside a coordinator", "\nspec:\n", "\nspec:\n  replicas: 3\n", "spec.replicas" + foreign),
                coordinator("a success policy beside a coordinator", "\nspec:\n", "\nspec:\n  successPolicy: ChiefWorker\n",
                        "spec.successPolicy" + foreign),
                template("fewer pods than at least", "spec:\n  template", "spec:\n  preemptible: true\n  replicas: 0\n  template",
                        "spec.replicas is 0: a preemptible job has from spec.minReplicas to spec.maxReplicas pods, which is from 1 to 1"),
                template("more pods than at most", "spec:\n  template",
                        "spec:\n  preemptible: true\n  minReplicas: 2\n  replicas: 3\n  template",
                        "spec.replicas is 3: a preemptible job has from spec.minReplicas to spec.maxReplicas pods, which is from 2 to 2"),
                tasks("pods of any task", "spec:\n  tasks:",
                        "spec:\n  replicas: 3\n  tasks:\n  - {type: evaluator, template: {spec: {containers: [{name: a, image: b}]}}}",
                        "spec.replicas is 3: it is not clear which task should grow or shrink, since none is of type collector: remove it "
                                + "and change spec.tasks[].replicas"),
                tasks("an unknown policy", "\nspec:\n", "\nspec:\n  cleanPodPolicy: Never\n",
                        "spec.cleanPodPolicy is 'Never': it must be one of Running, All, None"),
                tasks("an unknown priority", "\nspec:\n", "\nspec:\n  priority: urgent\n",
                        "spec.priority is 'urgent': it must be one of normal, high"),
                tasks("a text as truth value", "\nspec:\n", "\nspec:\n  preemptible: \"yes\"\n",
                        "spec.preemptible is 'yes': it must be true or false"),
                tasks("a negative limit", "\nspec:\n", "\nspec:\n  backoffLimit: -1\n",
                        "spec.backoffLimit is -1: it must be a whole number of at least 0"),
                tasks("no time at all", "\nspec:\n", "\nspec:\n  activeDeadlineSeconds: 0\n",
                        "spec.activeDeadlineSeconds is 0: it must be a whole number of at least 1"),
                tasks("a duration", "\nspec:\n", "\nspec:\n  ttlSecondsAfterFinished: 5m\n",
                        "spec.ttlSecondsAfterFinished is '5m', a string: it must be a whole number of at least 0"),
                tasks("a number too large for all", "\nspec:\n", "\nspec:\n  backoffLimit: 99999999999999999999\n",
                        "spec.backoffLimit is 99999999999999999999: it must be a whole number from 0 to 2147483647"),
                template("more at least than at most", "spec:\n  template", "spec:\n  minReplicas: 4\n  maxReplicas: 3\n  template",
                        "spec.minReplicas is 4: it must not be more than spec.maxReplicas, which is 3"),
                template("at most none", "spec:\n  template", "spec:\n  maxReplicas: 0\n  template",
                        "spec.maxReplicas is 0: it must be a whole number from 1 to 1000"),
                template("an unknown topology", "spec:\n  template", "spec:\n  engineFields: {topology: ring}\n  template",
                        "spec.engineFields.topology is 'ring': it must be one of star, alone, mesh"),
                template("half a worker", "spec:\n  template", "spec:\n  engineFields: {parallelWorkers: 0.5}\n  template",
                        "spec.engineFields.parallelWorkers is 0.5: it must be a whole number from 1 to 1000"),
                mistake("no coordinator", COORDINATOR.replace("coordinator:", "learner:"),
                        "spec.coordinator is missing: it holds the template of the coordinator, which asks for the other pods"),
                mistake("nothing of v1alpha1", COORDINATOR.substring(0, COORDINATOR.indexOf("spec:")) + "spec: {group: a}",
                        "spec.coordinator is missing: it holds the template of the coordinator, which asks for the other pods"),
                tasks("a group that is no label", "\nspec:\n", "\nspec:\n  group: my games\n",
                        "spec.group is 'my games': it becomes a label of pods: letters, digits, '-', '_' and '.' are allowed, "
                                + "with a letter or digit at both ends, at most 63 characters"),
                tasks("volumes without names", "\nspec:\n", "\nspec:\n  volumes:\n  - emptyDir: {}\n",
                        "spec.volumes[0].name is missing: containers mount a volume by its name"),
                tasks("two volumes of one name", "\nspec:\n", "\nspec:\n  volumes:\n  - name: a\n  - name: a\n",
                        "spec.volumes[1].name is 'a': an earlier volume already has this name; names must be unique"));
    }

    static Stream<Mistake> taskList() {
        String second = "  template: {spec: {containers: [{name: a, image: b}]}}\n";
        return Stream.of(
                mistake("no tasks", TASKS.substring(0, TASKS.indexOf("  tasks:")) + "  tasks: []\n",
                        "spec.tasks is empty: name at least one task, with a type and a template"),
                mistake("tasks as a map", TASKS.substring(0, TASKS.indexOf("  tasks:")) + "  tasks: {learner: 1}\n",
                        "spec.tasks is a map: it must be a list, each entry with a dash before it"),
                mistake("a task that is none", TASKS.substring(0, TASKS.indexOf("  tasks:")) + "  tasks: [learner]\n",
                        "spec.tasks[0] is 'learner': it must be a map"),
                tasks("no type", "- type: learner\n    template", "- template",
                        "spec.tasks[0].type is missing: name one of learner, collector, evaluator, none"),
                tasks("an unknown type", "learner", "trainer",
                        "spec.tasks[0].type is 'trainer': it must be one of learner, collector, evaluator, none"),
                tasks("a type of another shape", "learner", "coordinator",
                        "spec.tasks[0].type is 'coordinator': it must be one of learner, collector, evaluator, none"),
                tasks("none without a name", "type: learner", "type: none", "spec.tasks[0].name is missing: a task of type none needs one"),
                more("a type twice", "- type: learner\n" + second, "spec.tasks[1].type is 'learner': spec.tasks[0] has that type already; "
                        + "give it more replicas, or make this one a task of type none with a name"),
                more("a name twice", "- type: none\n  name: learner\n" + second,
                        "spec.tasks[1].name is 'learner': spec.tasks[0] already has this name; names of tasks must be unique"),
                tasks("a bad task name", "type: learner", "type: learner\n    name: my_learner",
                        "spec.tasks[0].name is 'my_learner': " + DNS),
                tasks("no replicas", "type: learner", "type: learner\n    replicas: 0",
                        "spec.tasks[0].replicas is 0: it must be a whole number from 1 to 1000"),
                tasks("replicas in quotes", "type: learner", "type: learner\n    replicas: \"3\"",
                        "spec.tasks[0].replicas is '3', a string: it must be a whole number from 1 to 1000; remove the quotes"),
                mistake("too many pods",
                        TASKS.replace("type: learner", "type: learner\n    replicas: 600")
                                + ("- type: collector\n  replicas: 600\n" + second).indent(2),
                        "spec.tasks ask for 1200 pods: at most 1000 are allowed, as each is told the names of all others"),
                mistake("too long a list of pods",
                        TASKS.replace("name: job", "name: " + "a".repeat(48)).replace("type: learner", "type: learner\n    replicas: 1000"),
                        "metadata.name is '" + "a".repeat(48) + "': the addresses of all pods, which each of them is told in one variable, "
                                + "have 145000 characters with it, at most 131008 are allowed; use shorter names or fewer pods"),
                tasks("a typing mistake in a task", "type: learner", "type: learner\n    replica: 3",
                        "spec.tasks[0].replica is not a field of a task: did you mean replicas?"),
                mistake("no template", TASKS.substring(0, TASKS.indexOf("    template:")),
                        "spec.tasks[0].template is missing: it holds the pod, as spec.containers"));
    }

    static Stream<Mistake> podTemplate() {
        String at = "spec.template.spec.containers[0].";
        return Stream.of(
                template("containers beside spec", "    spec:\n      containers:\n      - name: di-container\n        image: ding",
                        "    spec:\n    containers:\n    - name: di-container\n      image: ding",
                        "spec.template.spec.containers is missing: containers is beside spec, not inside it; indent it by two more spaces"),
                mistake("an empty template", TEMPLATE.substring(0, TEMPLATE.indexOf("    spec:")) + "    metadata: {}\n",
                        "spec.template.spec.containers is missing: name at least one container, with a name and an image"),
                mistake("no containers", TEMPLATE.substring(0, TEMPLATE.indexOf("      containers:")) + "      containers: []\n",
                        "spec.template.spec.containers is missing: name at least one container, with a name and an image"),
                mistake("containers as a map",
                        TEMPLATE.substring(0, TEMPLATE.indexOf("      containers:")) + "      containers: {name: a, image: b}\n",
                        "spec.template.spec.containers is a map: it must be a list, each entry with a dash before it"),
                template("a container without a name", "- name: di-container\n        image", "- image",
                        at + "name is missing: write di-container for the container that does the work"),
                template("a bad container name", "di-container", "di_container", at + "name is 'di_container': " + DNS),
                template("no image", "image: ding", "image: \"\"", at + "image is missing: name the image that is run"),
                template("two containers of one name", "image: ding", "image: ding\n      - name: di-container\n        image: other",
                        "spec.template.spec.containers[1].name is 'di-container': an earlier container already has this name; names must be unique"),
                template("a number as variable", "image: ding", "image: ding\n        env: [{name: A, value: 1}]",
                        at + "env[0].value is 1, a number: it must be a string; put it in quotes"),
                template("a truth value as variable", "image: ding", "image: ding\n        env: [{name: A, value: true}]",
                        at + "env[0].value is true, a boolean: it must be a string; put it in quotes"),
                template("a variable without a name", "image: ding", "image: ding\n        env: [{value: a}]",
                        at + "env[0].name is missing: an environment variable needs one"),
                template("a variable with its value in the name", "image: ding", "image: ding\n        env: [{name: A=1}]",
                        at + "env[0].name is 'A=1': it must be a string without '='"),
                template("variables as a map", "image: ding", "image: ding\n        env: {A: b}",
                        at + "env is a map: it must be a list, each entry with a dash before it"),
                template("a command line", "image: ding", "image: ding\n        command: ditask --help",
                        at + "command is 'ditask --help': it must be a list of strings, e.g. [\"/bin/bash\", \"-c\"]"),
                template("a number as argument", "image: ding", "image: ding\n        args: [--parallel-workers, 2]",
                        at + "args[1] is 2: it must be a string; put it in quotes"),
                template("a port that is none", "image: ding", "image: ding\n        ports: [{containerPort: 70000}]",
                        at + "ports[0].containerPort is 70000: it must be a whole number from 1 to 65535"),
                template("a port without a number", "image: ding", "image: ding\n        ports: [{name: di-port}]",
                        at + "ports[0].containerPort is missing: name the port the container listens on"),
                template("a mount of nothing", "image: ding", "image: ding\n        volumeMounts: [{name: work-dir, mountPath: /ding}]",
                        at + "volumeMounts[0].name is 'work-dir': there are no volumes; add one of that name to spec.volumes"),
                template("a mount of another volume", "image: ding",
                        "image: ding\n        volumeMounts: [{name: work-dir, mountPath: /ding}]\n      volumes: [{name: work}]",
                        at + "volumeMounts[0].name is 'work-dir': there is no such volume; there are work"),
                template("a mount nowhere", "image: ding",
                        "image: ding\n        volumeMounts: [{name: work}]\n      volumes: [{name: work}]",
                        at + "volumeMounts[0].mountPath is missing: name the folder where the container sees the volume"),
                template("a resource that is none", "image: ding", "image: ding\n        resources: {limits: {memory: 10 GB}}",
                        at + "resources.limits.memory is '10 GB': it must be a number with or without a unit, e.g. 6, 500m or 10Gi"),
                template("a negative resource", "image: ding", "image: ding\n        resources: {requests: {cpu: -1}}",
                        at + "resources.requests.cpu is -1: it must be a number with or without a unit, e.g. 6, 500m or 10Gi"),
                template("a volume of the job and the pod", "  template:", "  volumes: [{name: work}]\n  template:").with("image: ding",
                        "image: ding\n      volumes: [{name: work}]",
                        "spec.template.spec.volumes has a volume 'work', and so has spec.volumes: keep one of them"),
                template("labels that are no text", "    spec:", "    metadata: {labels: {gpu: true}}\n    spec:",
                        "spec.template.metadata.labels.gpu is true, a boolean: it must be a string; put it in quotes"),
                template("a misspelt field of a container", "image: ding", "image: ding\n        imagePulPolicy: Always",
                        at + "imagePulPolicy is not a field of a container: did you mean imagePullPolicy?"),
                template("a misspelt field of a pod", "      containers:", "      nodeSelektor: {a: b}\n      containers:",
                        "spec.template.spec.nodeSelektor is not a field of a pod: did you mean nodeSelector?"),
                template("something beside spec", "    spec:", "    image: ding\n    spec:",
                        "spec.template.image is not a field of a template: its fields are metadata, spec"),
                mistake("an aggregator without a template",
                        "apiVersion: diengine.opendilab.org/v1alpha1\nkind: AggregatorConfig\nmetadata: {name: a}\nspec: {aggregator: {}}\n",
                        "spec.aggregator.template is missing: it holds the pod, as spec.containers"));
    }

    static Stream<Mistake> several() {
        return Stream.of(mistake("everything at once",
                TASKS.replace("name: job", "name: My Job").replace("type: learner", "type: lerner\n    replicas: x").replace("image: ding",
                        "env: [{name: A, value: 1}]"),
                "spec.tasks[0].type is 'lerner': it must be one of learner, collector, evaluator, none",
                "spec.tasks[0].replicas is 'x', a string: it must be a whole number from 1 to 1000",
                "spec.tasks[0].template.spec.containers[0].image is missing: name the image that is run",
                "spec.tasks[0].template.spec.containers[0].env[0].value is 1, a number: it must be a string; put it in quotes",
                "metadata.name is 'My Job': " + DNS));
    }

    @ParameterizedTest
    @MethodSource({"file", "spec", "taskList", "podTemplate", "several"})
    void eachMistakeIsExplained(Mistake mistake) {
        List<Reading> readings = ManifestReader.yaml(mistake.yaml());
        Reading.Bad bad = assertInstanceOf(Reading.Bad.class, readings.getFirst());
        assertEquals(String.join("\n", mistake.sentences()), bad.sentences());
    }

    @org.junit.jupiter.api.Test
    void whatOnlyNewerApiServersKnowIsLeftToThem() {
        String yaml = TEMPLATE.replace("image: ding", "image: ding\n        somethingOfTomorrow: 1").replace("      containers:",
                "      evenMoreOfIt: {}\n      containers:");
        assertInstanceOf(Reading.Good.class, ManifestReader.yaml(yaml).getFirst());
    }

    private static String bomb() {
        StringBuilder yaml = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 9; i++) {
            String alias = "*a" + (i - 1);
            yaml.append("a").append(i).append(": &a").append(i).append(" [")
                    .append(String.join(", ", java.util.Collections.nCopies(5, alias))).append("]\n");
        }
        return yaml.toString();
    }
}
