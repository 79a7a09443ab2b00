package dev.troupe.cli;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.JobRow;
import dev.troupe.dijob.Jobs;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The `logs` command: what the workers of a job printed, or print.
@Command(
        name = "logs",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Print the output of a job's workers, even after the job has ended.",
        sortOptions = false,
        footer = {
                "",
                "Examples:",
                "  The last ten lines of each worker, and those to come until the job ends:",
                "    troupe logs -n 10 -f test",
                "  Everything of one worker:",
                "    troupe logs -w test-gpu-0 test",
                "",
                "Without -f worker comes after worker, with -f line after line as they are printed, with a",
                "header whenever another worker speaks. The exit code is 0 when they could be read, also when",
                "the job failed; 'troupe submit --follow' ends as the job ends.",
        })
final class Logs implements Callable<Integer> {
    @Parameters(paramLabel = "JOB", description = "Name of the job.")
    private String job;

    @Option(names = {"-n", "--lines"}, paramLabel = "N", description = "Print only the last N lines of each worker. Default: all.")
    private Integer last;

    @Option(names = {"-f", "--follow"}, description = "Keep printing until the job has ended.")
    private boolean follow;

    @Option(names = {"-w", "--worker"}, paramLabel = "WORKER", description = "Print only the output of this worker. Default: all.")
    private String worker;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (last != null && last < 0) {
            throw new ParameterException(spec.commandLine(), "-n " + last + ": there are no fewer than 0 lines");
        }
        try (Jobs jobs = cluster.connect()) {
            JobKey key = ClusterOptions.key(jobs, job);
            var request = new Jobs.LogRequest(Optional.ofNullable(last), Optional.ofNullable(worker));
            var sink = worker == null ? new Headed(spec.commandLine().getOut()) : plain(spec.commandLine().getOut());
            if (follow) {
                PrintWriter err = spec.commandLine().getErr();
                Jobs.Ending ending = jobs.follow(key, request, new Patient(sink, err));
                err.println("job " + key.name() + " has ended: " + ending.result().name().toLowerCase(Locale.ROOT)
                        + (ending.message().isEmpty() ? "" : ", " + ending.message()));
            } else {
                jobs.logs(key, request, sink);
            }
        }
        return 0;
    }

    private static Jobs.LineSink plain(PrintWriter out) {
        return (_, line) -> {
            out.println(line);
            out.flush();
        };
    }

    /// Says why nobody speaks, as long as the job does not run.
    record Patient(Jobs.LineSink lines, PrintWriter err) implements Jobs.LineSink {
        @Override
        public void line(String worker, String line) {
            lines.line(worker, line);
        }

        @Override
        public void news(JobRow row) {
            if (!row.ended() && !row.phase().isEmpty() && !row.phase().equals("Running")) {
                err.println(row.standing());
            }
        }

        @Override
        public void missed(String sentence) {
            err.println(sentence);
        }
    }

    /// Says who speaks whenever somebody else does.
    static final class Headed implements Jobs.LineSink {
        private final PrintWriter out;
        private String speaker = "";

        Headed(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void line(String worker, String line) {
            if (!worker.equals(speaker)) {
                out.println((speaker.isEmpty() ? "" : System.lineSeparator()) + "==> " + worker + " <==");
                speaker = worker;
            }
            out.println(line);
            out.flush();
        }
    }
}
