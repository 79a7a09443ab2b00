package dev.troupe.runtime;

import dev.troupe.runtime.Sources.Found;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Everything a process was told from outside, read anew at every `Ray.init()`.
///
/// @param address the head of a running cluster
/// @param worker whether this process was started to work for others
/// @param warmStart whether workers start from a cache of loaded classes, which is made when it is missing
record Settings(RunMode mode, Optional<String> address, boolean worker, JobSettings job, NodeOffer node, LogSettings logs,
        boolean warmStart) {

    /// Those that begin with our own name.
    private static final Set<String> OURS = Set.of("troupe.isolation", "troupe.num-cpus", "troupe.num-gpus", "troupe.memory",
            "troupe.object-store-memory", "troupe.resources", "troupe.labels", "troupe.node-ip-address", "troupe.temp-dir",
            "troupe.log-to-driver", "troupe.warm-start", "troupe.aot");

    enum RunMode {
        /// Nothing was said: everything in this process.
        EMBEDDED,
        /// The same, and the program is told so by `isLocalMode()`.
        LOCAL,
        /// Worker processes: of an own head and node here, or of the cluster at the address.
        CLUSTER
    }

    /// @throws IllegalArgumentException one line that names the setting, its value and what is allowed
    static Settings read() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return read(Sources.ofThisProcess(loader == null ? Settings.class.getClassLoader() : loader), Machine.here());
    }

    static Settings read(Sources sources, Machine machine) {
        sources.refuseOthersThan(OURS);
        Optional<Found> address = sources.text("ray.address");
        RunMode mode = mode(sources, address.isPresent());
        return new Settings(mode, address.isPresent() && mode == RunMode.CLUSTER ? Optional.of(address(address.get())) : Optional.empty(),
                worker(sources.text("ray.worker.mode")), JobSettings.read(sources), NodeOffer.read(sources, machine),
                LogSettings.read(sources), Parse.flag(sources.text("troupe.warm-start"), true));
    }

    private static RunMode mode(Sources sources, boolean connect) {
        Optional<Found> local = sources.text("ray.local-mode");
        if (local.isPresent()) {
            return Parse.flag(local, false) ? RunMode.LOCAL : RunMode.CLUSTER;
        }
        Optional<Found> mode = sources.text("ray.run-mode");
        if (mode.isEmpty()) {
            return connect ? RunMode.CLUSTER : RunMode.EMBEDDED;
        }
        return switch (mode.get().value().toUpperCase(Locale.ROOT)) {
            case "LOCAL" -> RunMode.LOCAL;
            case "CLUSTER" -> RunMode.CLUSTER;
            default -> throw mode.get().wrong("allowed are LOCAL and CLUSTER; without it everything runs in this process");
        };
    }

    private static String address(Found found) {
        String address = found.value().replaceFirst("^ray://", "");
        if (!address.matches("(\\[[0-9a-fA-F:%.]+\\]|[^:/\\s]+):\\d{1,5}")) {
            throw found.wrong("allowed is host:port, for example 10.0.0.5:6379; without it this process starts its own cluster");
        }
        return address;
    }

    private static boolean worker(Optional<Found> found) {
        if (found.isEmpty()) {
            return false;
        }
        return switch (found.get().value()) {
            case "WORKER" -> true;
            case "DRIVER" -> false;
            default -> throw found.get().wrong("allowed are DRIVER and WORKER");
        };
    }
}
