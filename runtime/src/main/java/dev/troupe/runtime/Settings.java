package dev.troupe.runtime;

import dev.troupe.runtime.Sources.Found;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// All external settings of a process, read again at every `Ray.init()`.
///
/// @param address the head of a running cluster: `ray.address`, its old name `ray.redis.address`, or a variable
/// @param warmStart whether workers start from a cache of loaded classes, which is created if it is missing
record Settings(RunMode mode, Optional<Found> address, JobSettings job, NodeOffer node, LogSettings logs,
        boolean warmStart) {

    /// The settings that begin with our own name; the table in `docs/remote-functions.md` lists the same.
    static final Set<String> OURS = Set.of("troupe.isolation", "troupe.num-cpus", "troupe.num-gpus", "troupe.memory",
            "troupe.object-store-memory", "troupe.resources", "troupe.labels", "troupe.node-ip-address", "troupe.temp-dir",
            "troupe.log-to-driver", "troupe.max-retries", "troupe.warm-start");

    /// Settings that our own launcher passes to the JVMs that it starts.
    private static final Set<String> LAUNCHERS = Set.of("troupe.aot");

    /// Settings of Ray that are often misspelt; others of Ray have no effect here and do no harm.
    private static final Set<String> RAYS = Set.of("ray.run-mode", "ray.local-mode", "ray.address", "ray.redis.address", "ray.node-ip",
            "ray.config-file",
            "ray.head-args", "ray.job.namespace", "ray.job.id", "ray.job.code-search-path", "ray.job.jvm-options",
            "ray.job.default-actor-lifetime", "ray.logging.dir", "ray.logging.max-file-size", "ray.logging.max-backup-files");

    enum RunMode {
        /// The default: everything runs in this process.
        EMBEDDED,
        /// The same, and `isLocalMode()` tells the program so.
        LOCAL,
        /// Worker processes: of a head and node in this process, or of the cluster at the address.
        CLUSTER
    }

    /// @throws IllegalArgumentException with one line that names the setting, its value and the allowed values
    static Settings read() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return read(Sources.ofThisProcess(loader == null ? Settings.class.getClassLoader() : loader), Machine.here());
    }

    static Settings read(Sources sources, Machine machine) {
        sources.refuseOthersThan(OURS, LAUNCHERS);
        sources.refuseMisspelt(RAYS);
        Optional<Found> address = sources.text("ray.address");
        if (address.isEmpty()) {
            address = sources.text("ray.redis.address");
        }
        if (address.isEmpty()) {
            address = variable(sources, "RAY_ADDRESS").or(() -> variable(sources, "TROUPE_ADDRESS"));
        }
        RunMode mode = mode(sources, address.isPresent());
        return new Settings(mode, address.isPresent() && mode == RunMode.CLUSTER ? Optional.of(address(address.get())) : Optional.empty(),
                JobSettings.read(sources), NodeOffer.read(sources, machine),
                LogSettings.read(sources), Parse.flag(sources.text("troupe.warm-start"), true));
    }

    private static Optional<Found> variable(Sources sources, String name) {
        return Optional.ofNullable(sources.variables().get(name)).filter(value -> !value.isBlank()).map(value -> new Found(name, value));
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
            default -> throw mode.get().wrong("it must be LOCAL or CLUSTER; without it everything runs in this process");
        };
    }

    private static Found address(Found found) {
        String address = found.value().replaceFirst("^ray://", "");
        if (!address.equals("auto") && !address.matches("(\\[[0-9a-fA-F:%.]+\\]|[^:/\\s]+):\\d{1,5}")) {
            throw found.wrong("it must be host:port, for example 10.0.0.5:6379; without it this process starts its own cluster");
        }
        return new Found(found.name(), address);
    }
}
