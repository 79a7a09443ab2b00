package dev.troupe.cli;

import dev.troupe.jobs.CodeFile;
import dev.troupe.jobs.Installation;
import dev.troupe.task.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// The DIJob that `troupe launch` creates. Pods with a GPU are a separate task, which is first, so they have the first ranks.
record LaunchManifest(Launch launch) {
    private static final int LONGEST_NAME = 40;
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    Map<String, Object> tree(CodeFile code, RandomGenerator random) {
        List<Object> tasks = new ArrayList<>();
        if (launch.gpus > 0) {
            tasks.add(task("gpu", launch.gpus, code, true));
        }
        if (launch.workers > launch.gpus) {
            tasks.add(task("worker", launch.workers - launch.gpus, code, false));
        }
        Map<String, Object> metadata = map("name", launch.name != null ? launch.name : name(random));
        if (launch.cluster.namespace != null) {
            metadata.put("namespace", launch.cluster.namespace);
        }
        Map<String, Object> spec = map("tasks", tasks);
        if (launch.backoffLimit != null) {
            spec.put("backoffLimit", launch.backoffLimit);
        }
        if (launch.gang) {
            spec.put("gang", true);
        }
        return map("apiVersion", "diengine.opendilab.org/v2alpha1", "kind", "DIJob", "metadata", metadata, "spec", spec);
    }

    private Map<String, Object> task(String name, int replicas, CodeFile code, boolean gpu) {
        Map<String, Object> container = map("name", "di-container", "image", image(launch), "imagePullPolicy", "IfNotPresent", "command",
                command(code, gpu));
        if (!launch.env.isEmpty()) {
            container.put("env", launch.env.stream().map(text -> text.split("=", 2)).map(one -> map("name", one[0], "value", one[1]))
                    .collect(Collectors.toList()));
        }
        Map<String, Object> requests = map();
        Map<String, Object> limits = map();
        if (launch.cpu != null) {
            requests.put("cpu", launch.cpu);
        }
        if (launch.memory != null) {
            requests.put("memory", launch.memory);
            limits.put("memory", launch.memory);
        }
        if (gpu) {
            requests.put(launch.gpuResource, "1");
            limits.put(launch.gpuResource, "1");
        }
        if (!requests.isEmpty()) {
            container.put("resources", limits.isEmpty() ? map("requests", requests) : map("requests", requests, "limits", limits));
        }
        Map<String, Object> template = gpu ? map("metadata", map("labels", map("gpu", "true"))) : map();
        template.put("spec", map("containers", list(container)));
        return map("name", name, "type", "none", "replicas", replicas, "template", template);
    }

    private List<Object> command(CodeFile code, boolean gpu) {
        List<Object> words = list("ditask", "--package", code.path());
        if (launch.main != null) {
            words.addAll(List.of("--main", launch.main));
        }
        words.addAll(List.of("--parallel-workers", Integer.toString(launch.parallelWorkers), "--topology", word(launch.topology)));
        if (gpu) {
            words.addAll(List.of("--labels", "gpu"));
        }
        if (launch.jvmOptions != null) {
            words.addAll(List.of("--jvm-options", launch.jvmOptions));
        }
        if (!launch.arguments.isEmpty()) {
            words.add("--");
            words.addAll(launch.arguments);
        }
        return words;
    }

    private static String word(Topology topology) {
        return topology.name().toLowerCase(Locale.ROOT);
    }

    static String image(Launch launch) {
        return launch.image != null ? launch.image : Installation.USUAL.image();
    }

    /// Turns `my.app.Main.play` into main-x4k2p, because names of jobs become names of pods, hosts and services.
    private String name(RandomGenerator random) {
        String[] words = (launch.main == null ? "job" : launch.main).split("\\.", -1);
        String word = words[Math.max(0, words.length - 2)].replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-").replaceAll("^[^a-z]+|-+$", "");
        String letters = random.ints(5, 0, LETTERS.length()).mapToObj(i -> LETTERS.substring(i, i + 1)).collect(Collectors.joining());
        String start = word.isEmpty() ? "job" : word.substring(0, Math.min(LONGEST_NAME, word.length()));
        return start + "-" + letters;
    }

    private static Map<String, Object> map(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put((String) entries[i], entries[i + 1]);
        }
        return map;
    }

    private static List<Object> list(Object... values) {
        return new ArrayList<>(List.of(values));
    }
}
