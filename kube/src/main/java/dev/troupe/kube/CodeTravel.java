package dev.troupe.kube;

import dev.troupe.dijob.Template;
import dev.troupe.jobs.CodeFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How code gets into the pods of a job: as a config map that they mount, or, when it is too large for one, fetched by an init container.
final class CodeTravel {
    /// A config map holds a mebibyte with everything in it.
    static final int FITS = 900_000;
    static final String VOLUME = "troupe-code";

    private CodeTravel() {}

    static boolean fits(CodeFile code) {
        return code.size() <= FITS;
    }

    /// The job with its containers mounting a config map.
    static Map<String, Object> mounted(Map<String, Object> manifest, String configMap) {
        Map<String, Object> job = copy(manifest);
        list(child(job, "spec"), "volumes").add(map("name", VOLUME, "configMap", map("name", configMap)));
        templates(job).forEach(pod -> furnish(pod));
        return job;
    }

    /// The job with an init container that fetches the code from the operator's server.
    static Map<String, Object> fetched(Map<String, Object> manifest, CodeFile code, String sha256, String image) {
        Map<String, Object> job = copy(manifest);
        list(child(job, "spec"), "volumes").add(map("name", VOLUME, "emptyDir", map()));
        templates(job).forEach(pod -> {
            list(pod, "initContainers").add(0, map("name", "troupe-fetch", "image", image, "imagePullPolicy", "IfNotPresent", "command",
                    List.of("troupe", "fetch", sha256, code.path()), "volumeMounts", List.of(mount())));
            furnish(pod);
        });
        return job;
    }

    /// Gives the container that does the work the code.
    private static void furnish(Map<String, Object> pod) {
        List<Object> containers = list(pod, "containers");
        Map<String, Object> main = containers.stream().map(CodeTravel::asMap)
                .filter(container -> Template.MAIN_CONTAINER.equals(container.get("name"))).findFirst()
                .orElseGet(() -> asMap(containers.getFirst()));
        list(main, "volumeMounts").add(mount());
    }

    private static Map<String, Object> mount() {
        return map("name", VOLUME, "mountPath", CodeFile.DIRECTORY);
    }

    private static List<Map<String, Object>> templates(Map<String, Object> job) {
        Map<String, Object> spec = child(job, "spec");
        List<Map<String, Object>> owners = new ArrayList<>();
        if (spec.containsKey("template")) {
            owners.add(spec);
        }
        list(spec, "tasks").stream().map(CodeTravel::asMap).forEach(owners::add);
        return owners.stream().map(owner -> child(child(owner, "template"), "spec")).toList();
    }

    private static Map<String, Object> child(Map<String, Object> of, String name) {
        return asMap(of.computeIfAbsent(name, _ -> new LinkedHashMap<>()));
    }

    @SuppressWarnings("unchecked") // trees were read or made with text keys
    private static Map<String, Object> asMap(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked") // as above
    private static List<Object> list(Map<String, Object> of, String name) {
        return (List<Object>) of.computeIfAbsent(name, _ -> new ArrayList<>());
    }

    static Map<String, Object> map(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put((String) entries[i], entries[i + 1]);
        }
        return map;
    }

    /// Maps and lists that can be changed.
    private static Map<String, Object> copy(Map<String, Object> tree) {
        Map<String, Object> copy = new LinkedHashMap<>();
        tree.forEach((key, value) -> copy.put(key, copyOf(value)));
        return copy;
    }

    private static Object copyOf(Object value) {
        return switch (value) {
            case Map<?, ?> map -> copy(asMap(map));
            case List<?> list -> new ArrayList<>(list.stream().map(CodeTravel::copyOf).toList());
            case null, default -> value;
        };
    }
}
