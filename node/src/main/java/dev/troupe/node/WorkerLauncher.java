package dev.troupe.node;

import dev.troupe.head.Isolation;
import dev.troupe.head.WorkerSettings;
import dev.troupe.process.ClassPath;
import dev.troupe.process.JavaCommand;
import dev.troupe.process.JvmOptions;
import dev.troupe.process.VisibleOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Turns an order into a process builder that is ready to start.
final class WorkerLauncher implements AutoCloseable {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(\\w+)}");
    private static final Pattern TAKES_ANOTHER_WORD = Pattern.compile("-cp|-classpath|--[a-z-]+");

    private final String main;
    private final SessionDirectory session;
    private final LogPlace logs;
    private final Optional<WarmStart> warmStart;
    private final JavaJars jars;
    private final WorkingDirectories workingDirectories;
    private final Map<String, String> variables;

    /// @param variables the environment of this process
    WorkerLauncher(String main, SessionDirectory session, LogPlace logs, Optional<WarmStart> warmStart, Map<String, String> variables) {
        this.main = main;
        this.session = session;
        this.logs = logs;
        this.warmStart = warmStart;
        this.jars = new JavaJars(session.jars());
        this.workingDirectories = new WorkingDirectories(session.path(), session.work());
        this.variables = variables;
    }

    /// Waits until everything is fetched or copied.
    ///
    /// @throws IOException with a message for the user
    ProcessBuilder prepare(WorkerOrder order) throws IOException, InterruptedException {
        WorkerSettings settings = order.settings();
        checkOptions(settings.jvmOptions());
        ClassPath given = order.code().path();
        ClassPath code = warmStart.map(cache -> cache.order(given)).orElse(given);
        ClassPath path = code.and(jars.entries(settings.jars()));
        Map<String, String> environment = environment(settings.env(), order.gpus());
        List<String> options = options(order, environment);
        Path file = session.arguments(order.number());
        ProcessBuilder builder = new ProcessBuilder(new JavaCommand(options, path.text(), main, List.of()).words(file));
        setVariables(builder.environment(), environment);
        if (settings.workingDir().isPresent()) {
            enter(workingDirectories.of(settings.workingDir().get()), builder);
        }
        return builder;
    }

    private static void enter(Path directory, ProcessBuilder builder) {
        builder.directory(directory.toFile());
        builder.environment().put("PWD", directory.toString());
    }

    /// Messages must not contain values, which may be passwords.
    private static void setVariables(Map<String, String> variables, Map<String, String> environment) throws IOException {
        variables.clear();
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            try {
                variables.put(variable.getKey(), variable.getValue());
            } catch (IllegalArgumentException e) {
                throw new WrongSettingsException("the environment variable '" + variable.getKey()
                        + "' cannot be set: its name may not contain '=', and neither name nor value a NUL character", null);
            }
        }
    }

    private List<String> options(WorkerOrder order, Map<String, String> environment) {
        int processors = Runtime.getRuntime().availableProcessors();
        boolean alone = order.settings().isolation() == Isolation.PROCESS;
        List<String> ours = new ArrayList<>(warmStart.map(WarmStart::options).orElse(List.of()));
        ours.add("-XX:+ExitOnOutOfMemoryError");
        ours.add("-XX:ErrorFile=" + logs.crashFile(order.number()));
        if (alone) {
            // As many workers as there are processors can fill their heaps at the same time; further workers compete for memory.
            ours.add("-XX:MaxRAMPercentage=" + Math.clamp(50 / processors, 10, 25));
        }
        List<String> all = new ArrayList<>(
                JvmOptions.all(order.settings().jvmOptions(), visible(order), ours, alone ? 1 : processors, environment));
        all.add("-Dray.worker.mode=WORKER");
        all.add("-D" + WorkerLife.BOARD + "=" + session.board(order.number()));
        return all;
    }

    /// The options that the driver's program can see, except the current directory if the worker has its own.
    private List<String> visible(WorkerOrder order) {
        return VisibleOptions.ofThisProcess(variables).stream()
                .filter(option -> order.settings().workingDir().isEmpty() || !option.startsWith("-Duser.dir=")).toList();
    }

    LogPlace logs() {
        return logs;
    }

    /// The JVM would take a word that is not an option for the main class.
    private static void checkOptions(List<String> options) throws IOException {
        String before = "";
        for (String option : options) {
            boolean belongsToTheOneBefore = TAKES_ANOTHER_WORD.matcher(before).matches();
            boolean isOne = option.startsWith("-") || option.startsWith("@");
            if ((!isOne && !belongsToTheOneBefore) || option.equals("-jar")) {
                throw new WrongSettingsException(
                        "'" + option + "' is not a JVM option: options begin with '-', e.g. -Xmx1g", null);
            }
            before = option;
        }
    }

    /// The variables of this process, overridden by the given ones, in which `${NAME}` stands for the value in this process.
    private Map<String, String> environment(Map<String, String> given, List<String> gpus) {
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("CUDA_VISIBLE_DEVICES", String.join(",", gpus));
        given.forEach((name, value) -> environment.put(name, REFERENCE.matcher(value)
                .replaceAll(found -> Matcher.quoteReplacement(variables.getOrDefault(found.group(1), "")))));
        return environment;
    }

    /// After the end of all workers.
    @Override
    public void close() throws IOException {
        jars.close();
    }
}
