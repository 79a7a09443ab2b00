package dev.troupe.head;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The complete settings of a worker process, including those of the job. Workers with equal settings are interchangeable.
///
/// @param jars the job's `java_jars`: addresses of jars and zips
/// @param workingDir a directory, or the address of a zip, that becomes the worker's current directory; if absent, the directory of its node
public record WorkerSettings(JobKey job, Isolation isolation, List<String> jvmOptions, Map<String, String> env, List<String> jars,
        Optional<String> workingDir) {
    public WorkerSettings {
        jvmOptions = List.copyOf(jvmOptions);
        env = Map.copyOf(env);
        jars = List.copyOf(jars);
    }

    /// The plain worker that all work of a job shares on a node.
    public static WorkerSettings shared(JobKey job) {
        return new WorkerSettings(job, Isolation.SHARED, List.of(), Map.of(), List.of(), Optional.empty());
    }

    /// The same settings for a process of its own.
    public WorkerSettings alone() {
        return isolation == Isolation.PROCESS ? this : new WorkerSettings(job, Isolation.PROCESS, jvmOptions, env, jars, workingDir);
    }

    /// Names only: values of variables and options may be passwords, and this text may be logged.
    @Override
    public String toString() {
        List<String> options = jvmOptions.stream().map(option -> option.replaceFirst("=(?s:.*)", "=…")).toList();
        return "WorkerSettings[job=" + job + ", isolation=" + isolation + ", jvmOptions=" + options + ", env="
                + env.keySet().stream().sorted().toList() + ", jars=" + jars + ", workingDir=" + workingDir + "]";
    }
}
