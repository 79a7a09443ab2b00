package dev.troupe.cli;

import dev.troupe.dijob.TreeText;
import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.Jobs;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The `describe` command, which shows the full details of a job.
@Command(
        name = "describe",
        description = "Show the full details of a job.",
        subcommands = Describe.OfJob.class,
        footer = {
                "",
                "Examples:",
                "  troupe describe job test",
        })
final class Describe extends CommandGroup {
    Describe() {
        super("say what to describe: 'troupe describe job JOB'");
    }

    /// `troupe describe job`.
    @Command(
            name = "job",
            description = "Show the definition of a job, its phase, its history and what it waits for.",
            footer = {
                    "",
                    "Examples:",
                    "  troupe describe job test",
                    "  troupe describe job test -o yaml",
            })
    static final class OfJob extends ShellCommand implements Callable<Integer> {
        @Option(names = {"-o", "--output"}, paramLabel = "FORMAT",
                description = "Print the object as the cluster stores it, as json or yaml.")
        private OutputFormat output = OutputFormat.TABLE;

        @Mixin
        private final NamedJob job = new NamedJob();

        @Override
        public Integer call() {
            if (output == OutputFormat.WIDE) {
                throw wrong("-o wide: the description is complete already; use json or yaml");
            }
            return job.with((jobs, key) -> {
                Jobs.Description description = jobs.describe(key);
                if (output.isTable()) {
                    print(out(), description);
                } else {
                    out().print(output.text(description.object()));
                }
                out().flush();
            });
        }
    }

    static void print(PrintWriter out, Jobs.Description of) {
        JobRow job = of.job();
        field(out, "Name", job.key().name());
        field(out, "Namespace", job.key().namespace());
        field(out, "Phase", job.phase() + (job.message().isEmpty() ? "" : ": " + job.message()));
        field(out, "Created", Tables.time(job.created()));
        field(out, "Started", Tables.time(job.started()));
        field(out, "Completed", Tables.time(job.completed()));
        field(out, "Workers", job.ready() + " ready of " + job.replicas() + "; " + job.active() + " active, " + job.succeeded()
                + " succeeded, " + job.failed() + " failed");
        field(out, "Restarts", job.restarts() + ", reschedules " + job.reschedules());
        if (!of.waits().isEmpty()) {
            out.println("Waits because:");
            of.waits().forEach(sentence -> out.println("  " + sentence));
        }
        conditions(out, of.object());
        if (!of.workers().isEmpty()) {
            out.println("Workers:");
            Tables.workers(out, of.workers(), true, "  ");
        }
        if (!of.events().isEmpty()) {
            out.println("Events:");
            Tables.events(out, of.events(), "  ");
        }
        out.println("Spec:");
        TreeText.yaml(of.object().getOrDefault("spec", Map.of())).lines().forEach(line -> out.println("  " + line));
    }

    private static void field(PrintWriter out, String name, String value) {
        if (!value.isEmpty()) {
            out.printf("%-11s%s%n", name + ":", value);
        }
    }

    private static void conditions(PrintWriter out, Map<String, Object> object) {
        if (!(object.get("status") instanceof Map<?, ?> status) || !(status.get("conditions") instanceof List<?> conditions)) {
            return;
        }
        out.println("Conditions:");
        Table table = new Table("TYPE", "NOW", "SINCE", "MESSAGE");
        for (Object one : conditions) {
            if (one instanceof Map<?, ?> condition) {
                table.row(text(condition, "type"), text(condition, "status"), text(condition, "lastTransitionTime"),
                        text(condition, "message"));
            }
        }
        table.print(out, "  ");
    }

    private static String text(Map<?, ?> map, String name) {
        return map.get(name) == null ? "" : map.get(name).toString();
    }
}
