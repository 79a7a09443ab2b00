package dev.troupe.runtime;

import dev.troupe.head.Isolation;
import dev.troupe.head.JobKey;
import dev.troupe.head.WorkerSettings;
import io.ray.api.runtimeenv.types.RuntimeEnvName;
import java.util.List;
import java.util.Map;

/// What the workers of a job are started with.
final class JobWorkers {
    private JobWorkers() {}

    static WorkerSettings settings(JobKey job, JobSettings said) {
        return new WorkerSettings(job, said.ownProcesses() ? Isolation.PROCESS : Isolation.SHARED, said.jvmOptions(),
                env(said.runtimeEnv()),
                jars(said.runtimeEnv()));
    }

    @SuppressWarnings("unchecked")
    static Map<String, String> env(JsonRuntimeEnv env) {
        Map<String, String> variables = env.get(RuntimeEnvName.ENV_VARS, Map.class);
        return variables == null ? Map.of() : variables;
    }

    @SuppressWarnings("unchecked")
    static List<String> jars(JsonRuntimeEnv env) {
        List<String> jars = env.get(RuntimeEnvName.JARS, List.class);
        return jars == null ? List.of() : jars;
    }
}
