package dev.troupe.parallel;

import dev.troupe.process.Console;
import dev.troupe.task.Main;
import dev.troupe.task.Program;
import dev.troupe.task.SettingException;
import dev.troupe.task.Settings;
import dev.troupe.task.Work;
import dev.troupe.task.WorkerFailedException;
import dev.troupe.transport.Token;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// One run of a job's workers on this machine, from the settings to the end of the last worker.
final class Launch {
    private final Settings settings;
    private final Map<String, String> variables;

    /// The function that the workers run, and the command that starts them.
    private record Prepared(Entry entry, List<String> command) {}

    private Launch(Settings settings, Map<String, String> variables) {
        this.settings = settings;
        this.variables = variables;
    }

    static void of(Settings settings, Main main) {
        Launch launch = new Launch(settings, System.getenv());
        launch.run(job -> new Prepared(Portable.takeApart(main), WorkerCommand.sameProgram(settings, launch.variables, job)));
    }

    /// The results of the workers, in their order.
    static <R> List<R> of(Settings settings, Work<R> work) {
        Launch launch = new Launch(settings, System.getenv());
        List<R> results = new ArrayList<>();
        launch.run(job -> new Prepared(Portable.takeApart(work), WorkerCommand.sameProgram(settings, launch.variables, job)),
                (job, nodeId) -> results.add(result(new Results(job), nodeId, work)));
        return Collections.unmodifiableList(results); // some may be null
    }

    @SuppressWarnings("unchecked")
    private static <R> R result(Results results, int nodeId, Work<R> work) {
        return (R) results.read(nodeId, work.getClass().getClassLoader());
    }

    static void of(Settings settings, Program program) {
        Launch launch = new Launch(settings, System.getenv());
        launch.run(job -> {
            CodePackage code = CodePackage.open(program.location(), job);
            Entry entry = MainMethod.find(code, program.main(), program.arguments());
            return new Prepared(entry, WorkerCommand.ofPackage(code, settings, launch.variables, job));
        });
    }

    private void run(Function<JobDirectory, Prepared> prepare) {
        run(prepare, (job, nodeId) -> {});
    }

    /// @param done called for each worker when all have ended normally
    private void run(Function<JobDirectory, Prepared> prepare, BiConsumer<JobDirectory, Integer> done) {
        checkToken();
        Supervised supervised = new Supervised();
        Thread hook = new Thread(supervised::processEnds, "troupe-stop");
        try (supervised) {
            watch(supervised, hook);
            Prepared program = prepare.apply(supervised.job);
            List<WorkerPlan> plans = plans(supervised.job, ProgramName.of(program.entry()));
            int maxRetries = settings.autoRecover ? settings.maxRetries : 0;
            int run = new SecureRandom().nextInt();
            List<WorkerOrder> orders = plans.stream()
                    .map(plan -> new WorkerOrder(plan, run, plans.size(), program.entry(), 0, maxRetries, supervised.job)).toList();
            Console console = new Console(settings.out.orElse(System.out), settings.err.orElse(System.err));
            Doors doors = Doors.of(supervised.job, plans);
            Supervisor supervisor = new Supervisor(program.command(), orders, settings.startupInterval, doors, console);
            supervised.begin(supervisor);
            Optional<WorkerFailedException> failed = supervisor.run((plan, door) -> opened(plan, door, console));
            if (supervised.ending) {
                // The workers were stopped because this process ends: the program must not continue as if they had finished.
                new CountDownLatch(1).await();
            }
            failed.ifPresent(failure -> {
                throw failure;
            });
            plans.forEach(plan -> done.accept(supervised.job, plan.nodeId()));
        } catch (IOException e) {
            throw new SettingException("the workers cannot reach this process: " + e.getMessage()
                    + "; choose another temporary directory with -Djava.io.tmpdir=…", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted: the workers were stopped", e);
        } finally {
            forgetHook(hook);
        }
    }

    /// Every worker needs a valid token, and a retry cannot help without one, so it is checked first.
    private void checkToken() {
        try {
            Token.find(settings.tokenFile.orElse(null)).warning()
                    .ifPresent(warning -> settings.err.orElse(System.err).println("troupe: " + warning));
        } catch (IOException | IllegalArgumentException e) {
            throw new SettingException(e.getMessage(), e);
        }
    }

    private void opened(WorkerPlan plan, Door door, Console console) {
        if (settings.debug || !door.address().equals(plan.door().address())) {
            console.say("troupe: worker " + plan.nodeId() + " is listening on " + door.shown(plan.door()));
        }
    }

    private List<WorkerPlan> plans(JobDirectory job, String program) {
        Surroundings here = new Surroundings(variables, Listening::outwardAddress, Listening.hasLoopback(), Listening::isOurs,
                job.path(), program);
        return Listening.checked(Layout.plan(settings, here), Layout.platform(settings, variables));
    }

    /// While this process is ending, nothing begins any more, and nothing continues.
    private static void watch(Supervised supervised, Thread hook) throws InterruptedException {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ending) {
            supervised.close();
            new CountDownLatch(1).await();
        }
    }

    private static void forgetHook(Thread hook) {
        try {
            boolean wasThere = Runtime.getRuntime().removeShutdownHook(hook);
            assert wasThere;
        } catch (IllegalStateException expected) {
            // the launcher is ending, and its hook is running
        }
    }

    /// Resources that must not outlive the launcher.
    private static final class Supervised implements AutoCloseable {
        private final JobDirectory.Held held = JobDirectory.create();
        final JobDirectory job = held.directory();
        volatile Optional<Supervisor> supervisor = Optional.empty();
        volatile boolean ending;

        /// Starts nothing if this process is already ending, because the hook may have run before.
        void begin(Supervisor begun) {
            supervisor = Optional.of(begun);
            if (ending) {
                begun.close();
            }
        }

        void processEnds() {
            ending = true;
            close();
        }

        @Override
        public void close() {
            supervisor.ifPresent(Supervisor::close);
            held.close();
        }
    }
}
