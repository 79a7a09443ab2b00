package dev.troupe.runtime;

import dev.troupe.runtime.Sources.Found;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What this machine offers as a node, by `ray.head-args` (`--num-cpus=4` …) or the settings of the same names
/// (`troupe.num-cpus`), else as much as it has.
///
/// @param ip this machine's address if absent
/// @param resources CPU, GPU, memory, object_store_memory and others; none of them 0
/// @param labels what was said, without the node's own id
record NodeOffer(Optional<String> ip, Map<String, Double> resources, Map<String, String> labels, long objectStoreBytes,
        Optional<Path> directory) {
    private static final Pattern ARGUMENT = Pattern.compile("\\S(?:(?!\\s+--).)*");
    private static final double STORE_SHARE = 0.3;
    private static final double WORK_SHARE = 0.7;

    static NodeOffer read(Sources sources, Machine machine) {
        Map<String, String> arguments = arguments(sources.list("ray.head-args", Sources.each(ARGUMENT)));
        Said said = name -> arguments.containsKey(name) ? Optional.of(new Found("ray.head-args --" + name, arguments.get(name)))
                : sources.text("troupe." + name);
        long store = said.about("object-store-memory").map(Parse::size).orElseGet(() -> store(machine));
        Map<String, Double> resources = new LinkedHashMap<>();
        resources.put("CPU", said.about("num-cpus").map(Parse::amount).orElse((double) machine.cpus()));
        resources.put("GPU", said.about("num-gpus").map(Parse::amount).orElseGet(() -> (double) machine.gpus()));
        resources.put("memory", (double) said.about("memory").map(Parse::size)
                .orElseGet(() -> (long) (Math.max(0, machine.memory() - store) * WORK_SHARE)));
        resources.put("object_store_memory", (double) store);
        said.about("resources").ifPresent(found -> Parse.members(found, "{\"A\":8}").forEach((name, amount) -> {
            if (List.of("CPU", "GPU", "memory", "object_store_memory").contains(name)) {
                throw found.wrong(name + " has a setting of its own, such as --num-cpus or --memory");
            }
            resources.put(name, Parse.amount(new Found(found.name() + " " + name, amount)));
        }));
        resources.values().removeIf(amount -> amount == 0);
        return new NodeOffer(sources.text("ray.node-ip").or(() -> said.about("node-ip-address")).map(Found::value), resources,
                said.about("labels").map(NodeOffer::labels).orElse(Map.of()), store,
                said.about("temp-dir").map(found -> Path.of(found.value()).toAbsolutePath()));
    }

    private interface Said {
        Optional<Found> about(String name);
    }

    private static long store(Machine machine) {
        long share = (long) (machine.memory() * STORE_SHARE);
        return machine.sharedMemory() > 0 ? Math.min(share, machine.sharedMemory()) : share;
    }

    private static Map<String, String> labels(Found found) {
        Map<String, String> labels = Parse.members(found, "{\"zone\":\"a\"}");
        if (labels.keySet().stream().anyMatch(name -> name.startsWith("ray.io/"))) {
            throw found.wrong("names that begin with ray.io/ are reserved");
        }
        return labels;
    }

    /// `--name=value` in one element, or `--name` and the value in the next.
    private static Map<String, String> arguments(List<String> list) {
        Map<String, String> arguments = new HashMap<>();
        for (int i = 0; i < list.size(); i++) {
            String each = list.get(i);
            if (!each.startsWith("--")) {
                throw new IllegalArgumentException(
                        "ray.head-args." + i + "=" + each + ": allowed is --name=value, for example --num-cpus=4");
            }
            int split = each.indexOf('=') < 0 ? each.indexOf(' ') : each.indexOf('=');
            if (split >= 0) {
                arguments.put(each.substring(2, split), each.substring(split + 1).strip());
            } else if (i + 1 < list.size() && !list.get(i + 1).startsWith("--")) {
                arguments.put(each.substring(2), list.get(++i));
            } else {
                arguments.put(each.substring(2), "true");
            }
        }
        return arguments;
    }
}
