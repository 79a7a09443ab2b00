package dev.troupe.cli;

import dev.troupe.task.WorkerFailedException;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/// The `demo` command: trains the CartPole example and shows its progress.
@Command(
        name = "demo",
        description = "Learn to balance a pole, with a learner, an evaluator and collectors in separate processes.",
        sortOptions = false,
        footer = {
                "",
                "Examples:",
                "  Train with four processes until the pole is balanced (mean reward of 100 episodes at least 475):",
                "    troupe demo",
                "  Continue after Ctrl-C:",
                "    troupe demo --resume",
                "  Run the same program in one process, where the same seed always gives the same curve:",
                "    troupe demo --standalone --seed 7",
                "",
                "The exit code is 0 if the agent solved the task, 1 if it did not, 2 if the command line is invalid.",
                "With several processes, the curve also depends on their timing.",
        })
final class Demo extends ShellCommand implements Callable<Integer> {
    /// Each collector is a process that is linked to all others.
    private static final int MOST_WORKERS = 64;

    @Option(names = "--workers", paramLabel = "N", description = "Start this many collectors. Default: ${DEFAULT-VALUE}.")
    int workers = 2;

    @Option(names = "--seed", paramLabel = "N", description = "Seed all random numbers with N. Default: ${DEFAULT-VALUE}.")
    long seed;

    @Option(names = "--standalone", description = "Run everything in one process.")
    boolean standalone;

    @Option(names = "--resume", description = "Continue from the checkpoint of the last run.")
    boolean resume;

    @Option(names = "--directory", paramLabel = "DIR",
            description = "Write checkpoint and learning curve to this directory. Default: ${DEFAULT-VALUE}.")
    Path directory = Path.of("troupe-demo");

    @Option(names = "--stop-value", paramLabel = "REWARD",
            description = "Stop when the mean reward reaches this value. Default: ${DEFAULT-VALUE}.")
    double stopValue = 475;

    @Option(names = "--max-steps", paramLabel = "N", description = "Give up after this many steps. Default: ${DEFAULT-VALUE}.")
    long maxSteps = 2_000_000;

    private final Training training;

    /// Runs the training and prints its progress.
    interface Training {
        /// Returns the exit code.
        int run(Demo demo, LineStream lines) throws IOException, InterruptedException;
    }

    Demo() {
        this(DemoProcesses::run);
    }

    Demo(Training training) {
        this.training = training;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        try (DemoDirectory room = room()) {
            DemoView view = view(out());
            Thread hook = new Thread(() -> stopped(view, room), "troupe-demo-stopped");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                view.say(title());
                if (resume) {
                    view.earlier(DemoNews.curve(directory.resolve("curve.csv")));
                }
                int code = training.run(this, new LineStream(view::line));
                return view.failure().map(failure -> failed(failure.why(), failure.exitCode()))
                        .orElseGet(() -> code == 0 ? end(view) : code);
            } catch (WorkerFailedException e) {
                return failed(e.getMessage(), e.exitCode());
            } finally {
                forget(hook);
            }
        }
    }

    private void check() {
        if (workers < 1) {
            throw wrong("--workers " + workers + ": the demo needs at least one collector");
        }
        if (workers > MOST_WORKERS) {
            throw wrong("--workers " + workers + ": at most " + MOST_WORKERS + " are allowed, because each is a process on this machine");
        }
        if (!(stopValue > 0) || Double.isInfinite(stopValue)) {
            throw wrong("--stop-value " + stopValue + ": not a mean reward that can be reached; an episode has a reward of 1 to 500");
        }
        if (maxSteps < 1) {
            throw wrong("--max-steps " + maxSteps + ": at least one step is needed");
        }
        if (resume && !DemoDirectory.canResume(directory)) {
            throw wrong("--resume: there is no checkpoint " + directory.resolve("checkpoint") + "; start without --resume");
        }
    }

    private DemoDirectory room() {
        try {
            DemoDirectory room = DemoDirectory.open(directory);
            if (resume) {
                room.bringBack();
            } else {
                room.setAside();
            }
            return room;
        } catch (IOException e) {
            throw wrong("cannot write to " + directory + ": " + DemoDirectory.reason(e) + "; choose another directory with --directory");
        }
    }

    /// Called when the process is asked to end. The learner saves a checkpoint before it ends.
    private void stopped(DemoView view, DemoDirectory room) {
        DemoProcesses.awaitEnd();
        room.close();
        view.conclude(room.learned() ? "stopped; to continue from " + room.checkpoint() + ", run: " + resumeCommand()
                : "stopped before the first checkpoint" + (room.hasCheckpoint() ? "; the checkpoint of the last run is still there" : ""));
    }

    /// The command that resumes this run, with all options that differ from their defaults.
    private String resumeCommand() {
        StringJoiner words = new StringJoiner(" ").add("troupe demo --resume");
        for (OptionSpec option : spec().options()) {
            Object value = option.getValue();
            if (!option.usageHelp() && !option.longestName().equals("--resume") && !Objects.equals(value, option.initialValue())) {
                words.add(option.longestName());
                if (option.arity().max() > 0) {
                    words.add(quoted(String.valueOf(value)));
                }
            }
        }
        return words.toString();
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private int failed(String why, int exitCode) {
        err().println(spec().qualifiedName() + ": " + why);
        return exitCode;
    }

    private int end(DemoView view) {
        Optional<DemoNews.Evaluation> solved = view.best().filter(best -> best.reward() >= stopValue);
        view.conclude(solved
                .map(best -> "solved: mean reward %.1f of 100 episodes after %,d steps, in %d s".formatted(best.reward(), best.steps(),
                        view.seconds()))
                .orElseGet(() -> "not solved within %,d steps".formatted(maxSteps)));
        view.conclude("learning curve: " + directory.resolve("curve.csv") + " and " + directory.resolve("curve.svg"));
        return solved.isPresent() ? 0 : 1;
    }

    private String title() {
        return "CartPole, seed " + seed + ": " + (standalone ? "one process" : "a learner, an evaluator, "
                + (workers == 1 ? "one collector" : workers + " collectors"));
    }

    private static DemoView view(PrintWriter out) {
        boolean live = Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        boolean unicode = Charset.forName(System.getProperty("stdout.encoding", "US-ASCII")).equals(StandardCharsets.UTF_8);
        return new DemoView(out, live ? TerminalSize::now : Optional::empty, unicode, System::nanoTime);
    }

    private static void forget(Thread hook) {
        try {
            boolean wasThere = Runtime.getRuntime().removeShutdownHook(hook);
            assert wasThere;
        } catch (IllegalStateException expected) {
            // the process is ending and the hook is running
        }
    }
}
