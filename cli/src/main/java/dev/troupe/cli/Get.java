package dev.troupe.cli;

import dev.troupe.jobs.Jobs;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The `get` command: tables.
@Command(
        name = "get",
        description = "List jobs, or the workers of a job.",
        subcommands = {Get.OfJobs.class, Get.OfWorkers.class},
        footer = {
                "",
                "Examples:",
                "  List your jobs:",
                "    troupe get jobs",
                "  List the workers of a job as JSON:",
                "    troupe get workers test -o json",
        })
final class Get extends CommandGroup {
    Get() {
        super("say what to list: 'troupe get jobs' or 'troupe get workers JOB'");
    }

    /// `troupe get jobs`.
    @Command(
            name = "jobs",
            aliases = "job",
            description = "List the jobs in a namespace, oldest first.",
            footer = {
                    "",
                    "Examples:",
                    "  troupe get jobs",
                    "  troupe get jobs --all-namespaces -o wide",
            })
    static final class OfJobs extends ShellCommand implements Callable<Integer> {
        /// Users of kubectl expect that a name is accepted here.
        @Parameters(hidden = true, arity = "0..*")
        private List<String> unexpected = List.of();

        @Option(names = {"-A", "--all-namespaces"}, description = "List the jobs in all namespaces.")
        private boolean all;

        @Option(names = {"-o", "--output"}, paramLabel = "FORMAT", description = "Print json, yaml or a wide table. Default: a table.")
        private OutputFormat output = OutputFormat.TABLE;

        @Mixin
        private final ClusterOptions cluster = new ClusterOptions();

        @Override
        public Integer call() {
            if (!unexpected.isEmpty()) {
                throw wrong("unexpected argument '" + unexpected.getFirst()
                        + "': this command lists all jobs; use 'troupe describe job " + unexpected.getFirst() + "' to see one");
            }
            try (Jobs jobs = cluster.connect()) {
                var rows = jobs.list(all);
                if (!output.isTable()) {
                    out().print(output.text(rows.stream().map(Tables::tree).toList()));
                    out().flush();
                } else if (rows.isEmpty()) {
                    err().println("no jobs in " + (all ? "any namespace" : "namespace " + jobs.namespace()));
                } else {
                    Tables.jobs(out(), rows, all, output == OutputFormat.WIDE, Clock.systemUTC().instant());
                }
            }
            return 0;
        }
    }

    /// `troupe get workers`.
    @Command(
            name = "workers",
            aliases = "worker",
            description = "List the workers of a job by rank, including those that are terminating.",
            footer = {
                    "",
                    "Examples:",
                    "  troupe get workers test",
                    "  troupe get workers test -o wide",
            })
    static final class OfWorkers extends ShellCommand implements Callable<Integer> {
        @Option(names = {"-o", "--output"}, paramLabel = "FORMAT", description = "Print json, yaml or a wide table. Default: a table.")
        private OutputFormat output = OutputFormat.TABLE;

        @Mixin
        private final NamedJob job = new NamedJob();

        @Override
        public Integer call() {
            return job.with((jobs, key) -> {
                var rows = jobs.workers(key);
                if (output.isTable()) {
                    Tables.workers(out(), rows, output == OutputFormat.WIDE, "");
                } else {
                    out().print(output.text(List.copyOf(rows.stream().map(Tables::tree).toList())));
                    out().flush();
                }
            });
        }
    }
}
