package dev.troupe.cli;

import dev.troupe.dijob.JobKey;
import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.Jobs;
import dev.troupe.jobs.JobsException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/// Follows a job to its end. The output of its workers goes to standard output, its progress to standard error.
final class Following {
    private static final int PATIENCE_SECONDS = 20;

    private final CommandSpec spec;
    private final ClusterOptions cluster;

    Following(CommandSpec spec, ClusterOptions cluster) {
        this.spec = spec;
        this.cluster = cluster;
    }

    /// Follows all of them at the same time. Returns the exit code, which is 0 if all succeeded.
    ///
    /// @param lines whether to print the output of their workers
    int to(Jobs jobs, List<JobKey> all, boolean lines) {
        List<Future<Integer>> codes;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            codes = all.stream().map(job -> threads.submit(() -> to(jobs, job, lines, all.size() > 1))).toList();
        }
        int code = 0;
        for (Future<Integer> one : codes) {
            if (one.state() == Future.State.FAILED && one.exceptionNow() instanceof RuntimeException e) {
                throw e;
            }
            code = Math.max(code, one.resultNow());
        }
        return code;
    }

    private int to(Jobs jobs, JobKey job, boolean lines, boolean oneOfMany) {
        News news = new News(spec.commandLine().getOut(), spec.commandLine().getErr(), job, oneOfMany);
        Thread hook = new Thread(() -> spec.commandLine().getErr().println(farewell(job)), "troupe-farewell");
        Runtime.getRuntime().addShutdownHook(hook);
        Thread doubts = Thread.ofVirtual().name("troupe-doubts").start(() -> news.doubt(PATIENCE_SECONDS, jobs));
        try {
            return end(job, lines ? jobs.follow(job, Jobs.LogRequest.ALL, news) : jobs.await(job, news));
        } finally {
            doubts.interrupt();
            forget(hook);
        }
    }

    private int end(JobKey job, Jobs.Ending ending) {
        String because = ending.message().isEmpty() ? "" : ": " + ending.message();
        switch (ending.result()) {
            case SUCCEEDED -> say("job " + job.name() + " succeeded" + because);
            case FAILED -> say("job " + job.name() + " failed" + because + "; see " + cluster.command("describe job", job));
            case KILLED -> say("job " + job.name() + " was killed" + because);
            case GONE -> say("job " + job.name() + " is gone" + because);
        }
        return ending.result() == Jobs.Result.SUCCEEDED ? 0 : 1;
    }

    /// What to print when the user leaves before the end.
    String farewell(JobKey job) {
        return "job " + job.name() + " keeps running; follow it with: " + cluster.command("logs -f", job) + "; end it with: "
                + cluster.command("kill", job);
    }

    private void say(String sentence) {
        spec.commandLine().getErr().println(spec.qualifiedName() + ": " + sentence);
    }

    private static void forget(Thread hook) {
        try {
            boolean wasThere = Runtime.getRuntime().removeShutdownHook(hook);
            assert wasThere;
        } catch (IllegalStateException expected) {
            // the process is ending, and the hook at work
        }
    }

    /// Prints lines with the name of their worker, and each phase once.
    static final class News implements Jobs.LineSink {
        private final PrintWriter out;
        private final PrintWriter err;
        private final JobKey job;
        private final boolean oneOfMany;
        private final CountDownLatch runs = new CountDownLatch(1);

        /// @param oneOfMany whether lines are prefixed with the name of the job, too
        News(PrintWriter out, PrintWriter err, JobKey job, boolean oneOfMany) {
            this.out = out;
            this.err = err;
            this.job = job;
            this.oneOfMany = oneOfMany;
        }

        @Override
        public void line(String worker, String line) {
            String prefix = !oneOfMany && worker.startsWith(job.name() + "-") ? worker.substring(job.name().length() + 1) : worker;
            out.println("[" + prefix + "] " + line);
            out.flush();
        }

        @Override
        public void news(JobRow row) {
            if (row.phase().isEmpty()) {
                return;
            }
            if (row.ended() || row.phase().equals("Running")) {
                runs.countDown();
            }
            if (!row.ended()) {
                err.println(row.standing());
            }
        }

        @Override
        public void missed(String sentence) {
            err.println(sentence);
        }

        /// Prints what the job waits for if it does not run in time.
        void doubt(int seconds, Jobs jobs) {
            try {
                if (runs.await(seconds, TimeUnit.SECONDS)) {
                    return;
                }
                jobs.describe(job).waits().forEach(sentence -> err.println("job " + job.name() + " waits: " + sentence));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (JobsException e) {
                // what follows the job will meet it, too
            }
        }
    }
}
