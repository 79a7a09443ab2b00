package dev.troupe.runtime;

import dev.troupe.node.WorkingDirectories;
import dev.troupe.runtime.Sources.Found;
import io.ray.api.options.ActorLifetime;
import io.ray.api.runtimeenv.RuntimeEnvConfig;
import io.ray.api.runtimeenv.types.RuntimeEnvName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The settings of the job that a driver starts.
///
/// @param id its number; if absent, the head assigns the next one
/// @param namespace the namespace of its actors' names; if absent, a random one
/// @param code the class path of its workers
/// @param jvmOptions for all of its worker processes
/// @param maxRetries how often a task is retried when its worker died, unless its call sets another number; -1 for no limit
/// @param ownProcesses whether every task and actor has a process of its own (`troupe.isolation=process`)
record JobSettings(OptionalInt id, Optional<String> namespace, List<Path> code, List<String> jvmOptions,
        ActorLifetime defaultLifetime, JsonRuntimeEnv runtimeEnv, int maxRetries, boolean ownProcesses) {
    private static final int USUAL_RETRIES = 3;
    private static final String RUNTIME_ENV = "ray.job.runtime-env.";
    private static final List<String> RUNTIME_ENV_FIELDS = List.of("env-vars", "jars", "working-dir", "config");
    /// Splits words like a shell: quotes group text.
    private static final String WORD = "(?:[^\\s\"]|\"[^\"]*\")+";
    private static final String JAR = "[^,\\s]+";

    /// Whether its workers cannot run in the driver's JVM, whose options, variables and class path are already fixed.
    boolean needsOwnJvm() {
        return !jvmOptions.isEmpty() || !runtimeEnv.envVars().isEmpty() || !runtimeEnv.jars().isEmpty()
                || runtimeEnv.contains(JsonRuntimeEnv.WORKING_DIR);
    }

    static JobSettings read(Sources sources) {
        return new JobSettings(id(sources.text("ray.job.id")), Parse.text(sources.text("ray.job.namespace")), CodePath.of(sources),
                jvmOptions(sources), lifetime(sources.text("ray.job.default-actor-lifetime")), runtimeEnv(sources),
                Parse.whole(sources.text("troupe.max-retries"), -1, USUAL_RETRIES), ownProcesses(sources.text("troupe.isolation")));
    }

    private static OptionalInt id(Optional<Found> found) {
        if (found.isEmpty()) {
            return OptionalInt.empty();
        }
        String id = found.get().value();
        if (!id.matches("[0-9a-fA-F]{8}") || id.matches("[fF]{8}")) {
            throw found.get().wrong("it must be 8 hexadecimal digits, for example 01000000 for job 1");
        }
        return OptionalInt.of(Integer.reverseBytes(Integer.parseUnsignedInt(id, 16)));
    }

    private static List<String> jvmOptions(Sources sources) {
        boolean plain = sources.text("ray.job.jvm-options").isPresent();
        List<String> options = new ArrayList<>();
        for (String option : sources.list("ray.job.jvm-options", WORD)) {
            options.add(plain ? option.replace("\"", "") : option);
        }
        return List.copyOf(options);
    }

    private static ActorLifetime lifetime(Optional<Found> found) {
        if (found.isEmpty()) {
            return ActorLifetime.NON_DETACHED;
        }
        return switch (found.get().value().toUpperCase(Locale.ROOT)) {
            case "DETACHED" -> ActorLifetime.DETACHED;
            case "NON_DETACHED" -> ActorLifetime.NON_DETACHED;
            default -> throw found.get().wrong("it must be DETACHED or NON_DETACHED");
        };
    }

    private static boolean ownProcesses(Optional<Found> found) {
        if (found.isEmpty()) {
            return false;
        }
        return switch (found.get().value().toLowerCase(Locale.ROOT)) {
            case "process" -> true;
            case "job" -> false;
            default ->
                    throw found.get()
                            .wrong("it must be job (one worker process for each job on a node) or process (one for each task and actor)");
        };
    }

    private static JsonRuntimeEnv runtimeEnv(Sources sources) {
        refuseUnserved(sources);
        JsonRuntimeEnv env = new JsonRuntimeEnv();
        Map<String, String> variables = sources.map(RUNTIME_ENV + "env-vars.");
        if (!variables.isEmpty()) {
            env.set(RuntimeEnvName.ENV_VARS, variables);
        }
        List<String> jars = sources.list(RUNTIME_ENV + "jars", JAR);
        if (!jars.isEmpty()) {
            env.set(RuntimeEnvName.JARS, jars);
        }
        Optional<Found> directory = sources.text(RUNTIME_ENV + "working-dir");
        if (directory.isPresent()) {
            env.set(JsonRuntimeEnv.WORKING_DIR, workingDir(directory.get()));
        }
        Optional<Found> timeout = sources.text(RUNTIME_ENV + "config.setup-timeout-seconds");
        Optional<Found> eager = sources.text(RUNTIME_ENV + "config.eager-install");
        if (timeout.isPresent() || eager.isPresent()) {
            env.setConfig(new RuntimeEnvConfig(Parse.whole(timeout, -1, 600), Parse.flag(eager, true)));
        }
        return env;
    }

    private static String workingDir(Found found) {
        try {
            return WorkingDirectories.check(found.value());
        } catch (IOException e) {
            throw found.wrong("it " + e.getMessage());
        }
    }

    // Without its value, which is not the problem and may be a password.
    private static void refuseUnserved(Sources sources) {
        for (Map.Entry<String, Found> said : sources.below(RUNTIME_ENV).entrySet()) {
            String name = said.getKey();
            boolean served = false;
            for (String field : RUNTIME_ENV_FIELDS) {
                served |= name.startsWith(field);
            }
            if (!served) {
                String field = name.replaceFirst("\\..*", "").replace('-', '_');
                throw new IllegalArgumentException(
                        said.getValue().name() + ": this " + UnservedField.why(field, RUNTIME_ENV_FIELDS));
            }
        }
    }
}
