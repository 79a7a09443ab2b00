package dev.troupe.runtime;

import dev.troupe.node.Gpus;
import dev.troupe.runtime.Sources.Found;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The resources that this machine offers as a node: those of `ray.head-args` (`--num-cpus=4` …) or of the settings with the same names
/// (`troupe.num-cpus`), else all that it has.
///
/// @param ip if absent, this machine's address
/// @param resources CPU, GPU, memory, object_store_memory and others; none of them 0
/// @param labels the given labels, without the node's own id
record NodeOffer(Optional<String> ip, Map<String, Double> resources, Map<String, String> labels, long objectStoreBytes,
        Optional<Path> directory) {
    private static final String ARGUMENT = "\\S(?:(?!\\s+--).)*";
    private static final List<String> ARGUMENTS = List.of("num-cpus", "num-gpus", "memory", "object-store-memory", "resources", "labels",
            "node-ip-address", "temp-dir");
    /// Arguments of Ray's own processes: accepted, because they have no effect here.
    private static final String RAYS_OWN = "head|block|address|storage|verbose|.*port|.*ports|.*port-list|.*directory|include-.*|dashboard-.*"
            + "|redis-.*|log-.*|no-.*|enable-.*|disable-.*|system-config|autoscaling-config|plasma-.*|raylet-.*|tracing-.*|ray-.*|labels-file";
    private static final double STORE_SHARE = 0.3;
    private static final long SMALLEST_STORE = 64 << 10;
    private static final double WORK_SHARE = 0.7;

    static NodeOffer read(Sources sources, Machine machine) {
        Said said = new Said(sources, arguments(sources.list("ray.head-args", ARGUMENT)));
        said.refuseUnknownArguments();
        Optional<Found> storeSize = said.about("object-store-memory");
        long store = Parse.size(storeSize, store(machine));
        if (storeSize.isPresent() && store < SMALLEST_STORE) {
            throw storeSize.get().wrong("it must be 64KB or more");
        }
        Map<String, Double> resources = new LinkedHashMap<>();
        put(resources, "CPU", Parse.amount(said.about("num-cpus"), machine.cpus()));
        put(resources, "GPU", gpus(said.about("num-gpus"), sources.variables().get("CUDA_VISIBLE_DEVICES"), machine));
        put(resources, "memory", (double) Parse.size(said.about("memory"), (long) (Math.max(0, machine.memory() - store) * WORK_SHARE)));
        put(resources, "object_store_memory", (double) store);
        addOthers(resources, said.about("resources"));
        Optional<Found> ip = sources.text("ray.node-ip");
        return new NodeOffer(Parse.text(ip.isPresent() ? ip : said.about("node-ip-address")), resources, labels(said.about("labels")),
                store,
                Parse.path(said.about("temp-dir")));
    }

    /// The value of an argument or a setting.
    private record Said(Sources sources, Map<String, String> arguments) {
        void refuseUnknownArguments() {
            for (Map.Entry<String, String> each : arguments.entrySet()) {
                if (!ARGUMENTS.contains(each.getKey()) && !each.getKey().matches(RAYS_OWN)) {
                    throw new Found("ray.head-args --" + each.getKey(), each.getValue())
                            .wrong("there is no such argument; the arguments are " + ARGUMENTS);
                }
            }
        }

        Optional<Found> about(String name) {
            String value = arguments.get(name);
            return value != null ? Optional.of(new Found("ray.head-args --" + name, value)) : sources.text("troupe.".concat(name));
        }
    }

    private static double gpus(Optional<Found> found, String visible, Machine machine) {
        double amount = Parse.amount(found, machine.gpus());
        if (found.isPresent() && visible != null && amount > Gpus.visible(visible).names().size()) {
            throw found.get().wrong("CUDA_VISIBLE_DEVICES=" + visible + " shows fewer; reduce this number, or list more GPUs there");
        }
        return amount;
    }

    private static void addOthers(Map<String, Double> resources, Optional<Found> found) {
        if (found.isPresent()) {
            for (Map.Entry<String, String> each : Parse.members(found.get(), "{\"A\":8}").entrySet()) {
                String name = each.getKey();
                if (List.of("CPU", "GPU", "memory", "object_store_memory").contains(name)) {
                    throw found.get().wrong(name + " has a setting of its own, such as --num-cpus or --memory");
                }
                put(resources, name, Parse.amount(Optional.of(new Found(found.get().name() + " " + name, each.getValue())), 0));
            }
        }
    }

    private static void put(Map<String, Double> resources, String name, double amount) {
        if (amount > 0) {
            resources.put(name, amount);
        }
    }

    private static long store(Machine machine) {
        long share = (long) (machine.memory() * STORE_SHARE);
        return machine.sharedMemory() > 0 ? Math.min(share, machine.sharedMemory()) : share;
    }

    private static Map<String, String> labels(Optional<Found> found) {
        if (found.isEmpty()) {
            return Map.of();
        }
        Map<String, String> labels = Parse.members(found.get(), "{\"zone\":\"a\"}");
        for (String name : labels.keySet()) {
            if (name.startsWith("ray.io/")) {
                throw found.get().wrong("names that begin with ray.io/ are reserved");
            }
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
                        "ray.head-args." + i + "=" + each + ": it must be --name=value, for example --num-cpus=4");
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
