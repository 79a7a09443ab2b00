package dev.troupe.cli;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.Jobs;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The `logs` command, which prints the output of a job's workers.
@Command(
        name = "logs",
        description = "Print the output of a job's workers, even after the job has ended.",
        sortOptions = false,
        footer = {
                "",
                "Examples:",
                "  Print the last ten lines of each worker, and new lines until the job ends:",
                "    troupe logs -n 10 -f test",
                "  Print the whole output of one worker:",
                "    troupe logs -w test-gpu-0 test",
                "",
                "Without -f, the command prints one worker after the other. With -f, it prints lines as they come,",
                "with a header whenever the worker changes. The exit code is 0 if the output could be read, even if",
                "the job failed; that of 'troupe submit --follow' depends on the result of the job.",
        })
final class Logs extends ShellCommand implements Callable<Integer> {
    @Option(names = {"-n", "--lines"}, paramLabel = "N", description = "Print only the last N lines of each worker. Default: all.")
    private Integer last;

    @Option(names = {"-f", "--follow"}, description = "Keep printing until the job has ended.")
    private boolean follow;

    @Option(names = {"-w", "--worker"}, paramLabel = "WORKER", description = "Print only the output of this worker. Default: all.")
    private String worker;

    @Mixin
    private final NamedJob job = new NamedJob();

    @Override
    public Integer call() {
        if (last != null && last < 0) {
            throw wrong("-n " + last + ": the number of lines must be 0 or more");
        }
        return job.with(this::print);
    }

    private void print(Jobs jobs, JobKey key) {
        var request = new Jobs.LogRequest(Optional.ofNullable(last), Optional.ofNullable(worker));
        var sink = worker == null ? new Headed(out()) : plain(out());
        if (follow) {
            Jobs.Ending ending = jobs.follow(key, request, new Patient(sink, err()));
            err().println("job " + key.name() + " has ended: " + ending.result().name().toLowerCase(Locale.ROOT)
                    + (ending.message().isEmpty() ? "" : ", " + ending.message()));
        } else {
            jobs.logs(key, request, sink);
        }
    }

    private static Jobs.LineSink plain(PrintWriter out) {
        return (_, line) -> {
            out.println(line);
            out.flush();
        };
    }

    /// Prints why there is no output as long as the job does not run.
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

    /// Prints a header whenever the worker changes.
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
