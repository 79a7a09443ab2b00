package dev.troupe.runtime;

import dev.troupe.head.Isolation;
import dev.troupe.head.JobKey;
import dev.troupe.head.WorkerSettings;
import io.ray.api.runtimeenv.RuntimeEnvConfig;
import io.ray.api.runtimeenv.types.RuntimeEnvName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The settings with which the workers of a job are started.
final class JobWorkers {
    /// A variable that tells a worker the runtime environment it was created for.
    private static final String ENV = "TROUPE_RUNTIME_ENV";

    private JobWorkers() {}

    static WorkerSettings settings(JobKey job, JobSettings said) {
        return new WorkerSettings(job, said.ownProcesses() ? Isolation.PROCESS : Isolation.SHARED, said.jvmOptions(),
                all(said.runtimeEnv()), said.runtimeEnv().jars(), said.runtimeEnv().workingDir());
    }

    private static Map<String, String> all(JsonRuntimeEnv env) {
        Map<String, String> variables = new HashMap<>(env.envVars());
        if (!env.isEmpty()) {
            variables.put(ENV, env.serialize());
        }
        return variables;
    }

    /// The same for work with its own runtime environment.
    ///
    /// @param env a serialized runtime environment; empty for none
    /// @throws io.ray.api.exception.RuntimeEnvException if it certainly cannot be set up
    static WorkerSettings with(WorkerSettings shared, List<String> jvmOptions, String env, boolean gpus) {
        if (jvmOptions.isEmpty() && env.isEmpty()) {
            return gpus ? shared.alone() : shared;
        }
        List<String> options = new ArrayList<>(shared.jvmOptions());
        options.addAll(jvmOptions);
        if (env.isEmpty()) {
            return new WorkerSettings(shared.job(), Isolation.PROCESS, options, shared.env(), shared.jars(),
                    shared.workingDir());
        }
        JsonRuntimeEnv own = JsonRuntimeEnv.parse(env).served();
        Map<String, String> variables = new HashMap<>(shared.env());
        variables.putAll(own.envVars());
        JsonRuntimeEnv job = JsonRuntimeEnv.parse(shared.env().getOrDefault(ENV, "{}"));
        variables.put(ENV, JsonRuntimeEnv.merge(job, own).serialize());
        return new WorkerSettings(shared.job(), Isolation.PROCESS, options, variables,
                own.contains(RuntimeEnvName.JARS) ? own.jars() : shared.jars(), own.workingDir().or(shared::workingDir));
    }

    /// How long such a worker may take to start, according to its runtime environment or else the job's; ten minutes by default.
    static Duration setupTimeout(WorkerSettings settings) {
        String env = settings.env().get(ENV);
        RuntimeEnvConfig config = env == null ? null : JsonRuntimeEnv.parse(env).getConfig();
        if (config == null || config.getSetupTimeoutSeconds() == null) {
            return Duration.ofMinutes(10);
        }
        return config.getSetupTimeoutSeconds() < 0 ? Duration.ofDays(10_000) : Duration.ofSeconds(config.getSetupTimeoutSeconds());
    }

    /// The runtime environment of this process: the job's in a driver, the worker's own in a worker.
    static JsonRuntimeEnv current(WorkerSettings shared) {
        String own = System.getenv(ENV);
        return JsonRuntimeEnv.parse(own != null ? own : shared.env().getOrDefault(ENV, "{}"));
    }
}
