package dev.troupe.cli;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobs.JobRow;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The `kill` command, which stops a job or deletes it.
@Command(
        name = "kill",
        description = "Stop a job. The command returns at once; the workers get their grace period.",
        sortOptions = false,
        footer = {
                "",
                "Examples:",
                "  Stop a job and keep it in the list of jobs:",
                "    troupe kill test",
                "  Stop a job and remove it, so that its name is free:",
                "    troupe kill --rm test",
        })
final class Kill extends ShellCommand implements Callable<Integer> {
    @Option(names = "--rm", description = "Also delete the job and everything it created.")
    private boolean remove;

    @Mixin
    private final NamedJob job = new NamedJob();

    @Override
    public Integer call() {
        return job.with((jobs, key) -> out().println(answer(key, jobs.kill(key, remove))));
    }

    private String answer(JobKey key, JobRow before) {
        if (remove) {
            return "job " + key.name() + " is being removed; its name is free when its workers have ended: "
                    + job.cluster.command("get workers", key);
        }
        if (before.ended()) {
            return "job " + key.name() + " has ended already (" + before.phase() + "); remove it with: "
                    + job.cluster.command("kill --rm", key);
        }
        return "job " + key.name() + " is ending; its workers: " + job.cluster.command("get workers", key) + "; remove it with: "
                + job.cluster.command("kill --rm", key);
    }
}
