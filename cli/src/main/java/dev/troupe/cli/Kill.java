package dev.troupe.cli;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.Jobs;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The `kill` command, which stops a job or deletes it.
@Command(
        name = "kill",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Stop a job. The command returns at once; the workers get their grace period.",
        sortOptions = false,
        footer = {
                "",
                "Examples:",
                "  End it; it stays in the list of jobs:",
                "    troupe kill test",
                "  End it and remove it, so that its name is free:",
                "    troupe kill --rm test",
        })
final class Kill implements Callable<Integer> {
    @Parameters(paramLabel = "JOB", description = "Name of the job.")
    private String job;

    @Option(names = "--rm", description = "Also delete the job and everything it created.")
    private boolean remove;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (Jobs jobs = cluster.connect()) {
            JobKey key = ClusterOptions.key(jobs, job);
            JobRow before = jobs.kill(key, remove);
            spec.commandLine().getOut().println(answer(key, before));
        }
        return 0;
    }

    private String answer(JobKey key, JobRow before) {
        if (remove) {
            return "job " + key.name() + " is being removed; its name is free when its workers have ended: "
                    + cluster.command("get workers", key);
        }
        if (before.ended()) {
            return "job " + key.name() + " has ended already (" + before.phase() + "); remove it with: "
                    + cluster.command("kill --rm", key);
        }
        return "job " + key.name() + " is ending; its workers: " + cluster.command("get workers", key) + "; remove it with: "
                + cluster.command("kill --rm", key);
    }
}
