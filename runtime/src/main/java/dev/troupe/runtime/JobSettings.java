package dev.troupe.runtime;

import dev.troupe.runtime.Sources.Found;
import io.ray.api.options.ActorLifetime;
import io.ray.api.runtimeenv.RuntimeEnvConfig;
import io.ray.api.runtimeenv.types.RuntimeEnvName;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// What was said about the job that a driver starts.
///
/// @param id its number; the head gives the next one if it is absent
/// @param namespace where its actors' names live; a random one if it is absent
/// @param code the class path of its workers
/// @param jvmOptions for all of its worker processes
/// @param ownProcesses whether every task and actor has a process of its own (`troupe.isolation=process`)
record JobSettings(OptionalInt id, Optional<String> namespace, List<Path> code, List<String> jvmOptions,
        ActorLifetime defaultLifetime, JsonRuntimeEnv runtimeEnv, boolean ownProcesses) {
    private static final Pattern WORD = Pattern.compile("(?:[^\\s\"]|\"[^\"]*\")+");
    private static final Pattern JAR = Pattern.compile("[^,\\s]+");

    static JobSettings read(Sources sources) {
        return new JobSettings(sources.text("ray.job.id").map(JobSettings::id).orElse(OptionalInt.empty()),
                sources.text("ray.job.namespace").map(Found::value), CodePath.of(sources), jvmOptions(sources),
                sources.text("ray.job.default-actor-lifetime").map(JobSettings::lifetime).orElse(ActorLifetime.NON_DETACHED),
                runtimeEnv(sources), sources.text("troupe.isolation").map(JobSettings::ownProcesses).orElse(false));
    }

    private static OptionalInt id(Found found) {
        if (!found.value().matches("[0-9a-fA-F]{8}") || found.value().matches("[fF]{8}")) {
            throw found.wrong("allowed are 8 hexadecimal digits, for example 01000000 for job 1");
        }
        return OptionalInt.of(Integer.reverseBytes(Integer.parseUnsignedInt(found.value(), 16)));
    }

    /// A plain value is split as a shell would: quotes hold together what belongs together.
    private static List<String> jvmOptions(Sources sources) {
        return List.copyOf(sources.list("ray.job.jvm-options",
                line -> Sources.each(WORD).apply(line).stream().map(word -> word.replace("\"", "")).toList()));
    }

    private static ActorLifetime lifetime(Found found) {
        return switch (found.value().toUpperCase(Locale.ROOT)) {
            case "DETACHED" -> ActorLifetime.DETACHED;
            case "NON_DETACHED" -> ActorLifetime.NON_DETACHED;
            default -> throw found.wrong("allowed are DETACHED and NON_DETACHED");
        };
    }

    private static boolean ownProcesses(Found found) {
        return switch (found.value().toLowerCase(Locale.ROOT)) {
            case "process" -> true;
            case "job" -> false;
            default -> throw found.wrong("allowed are job (one worker process a job and node) and process (one for each task and actor)");
        };
    }

    private static JsonRuntimeEnv runtimeEnv(Sources sources) {
        JsonRuntimeEnv env = new JsonRuntimeEnv();
        Map<String, String> variables = sources.map("ray.job.runtime-env.env-vars");
        if (!variables.isEmpty()) {
            env.set(RuntimeEnvName.ENV_VARS, variables);
        }
        List<String> jars = sources.list("ray.job.runtime-env.jars", Sources.each(JAR));
        if (!jars.isEmpty()) {
            env.set(RuntimeEnvName.JARS, jars);
        }
        Optional<Found> timeout = sources.text("ray.job.runtime-env.config.setup-timeout-seconds");
        Optional<Found> eager = sources.text("ray.job.runtime-env.config.eager-install");
        if (timeout.isPresent() || eager.isPresent()) {
            env.setConfig(new RuntimeEnvConfig(timeout.map(found -> Parse.whole(found, -1)).orElse(600), Parse.flag(eager, true)));
        }
        return env;
    }
}
