package dev.troupe.cli;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobs.Jobs;
import java.util.function.BiConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// The argument `JOB` of the commands about one job, and the options that say in which cluster it is.
final class NamedJob {
    @Parameters(paramLabel = "JOB", description = "Name of the job.")
    private String name;

    @Mixin
    final ClusterOptions cluster = new ClusterOptions();

    /// Connects to the cluster and does something with the job there.
    ///
    /// @return the exit code 0
    int with(BiConsumer<Jobs, JobKey> action) {
        try (Jobs jobs = cluster.connect()) {
            action.accept(jobs, key(jobs));
        }
        return 0;
    }

    /// Finds a job by its name, or by namespace/name as in `DI_JOB_ID`.
    private JobKey key(Jobs jobs) {
        int slash = name.indexOf('/');
        return slash < 0 ? jobs.key(name) : new JobKey(name.substring(0, slash), name.substring(slash + 1));
    }
}
