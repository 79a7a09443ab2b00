package dev.troupe.parallel;

import dev.troupe.functions.LambdaForm;
import dev.troupe.link.Link;
import dev.troupe.process.AotCache;
import dev.troupe.process.ClassPath;
import dev.troupe.process.JavaCommand;
import dev.troupe.process.JvmOptions;
import dev.troupe.task.MqType;
import dev.troupe.task.SettingException;
import dev.troupe.task.Settings;
import dev.troupe.task.Task;
import dev.troupe.text.Durations;
import dev.troupe.transport.Identity;
import dev.troupe.values.Values;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The command that starts a worker.
final class WorkerCommand {
    private WorkerCommand() {}

    /// For a worker that runs the program of this process.
    static List<String> sameProgram(Settings settings, Map<String, String> variables, JobDirectory job) {
        List<String> inherited = ManagementFactory.getRuntimeMXBean().getInputArguments();
        return command(ClassPath.ofThisProcess().text(), options(settings, inherited, variables), job);
    }

    /// For a worker that runs a package: first the library, so that its AOT cache fits, then the package.
    static List<String> ofPackage(CodePackage code, Settings settings, Map<String, String> variables, JobDirectory job) {
        Set<String> path = new LinkedHashSet<>();
        Stream.of(Identity.class, Link.class, Values.class, LambdaForm.class, JavaCommand.class, Durations.class, Task.class, Worker.class)
                .map(ClassPath::home)
                .map(Path::toString)
                .forEach(path::add);
        if (settings.mqType == MqType.REDIS) {
            ClassPath.ofThisProcess().entries().stream().map(Path::toString).filter(entry -> !ofTheCommandLine(entry)).forEach(path::add);
        }
        code.classPath().forEach(entry -> path.add(entry.toAbsolutePath().normalize().toString()));
        return command(String.join(File.pathSeparator, path), options(settings, List.of(), variables), job);
    }

    private static List<String> options(Settings settings, List<String> inherited, Map<String, String> variables) {
        int processorsEach = Runtime.getRuntime().availableProcessors() / settings.workers;
        return JvmOptions.all(settings.jvmOptions, inherited, AotCache.options(), processorsEach, variables);
    }

    private static boolean ofTheCommandLine(String entry) {
        String name = Path.of(entry).getFileName().toString();
        return entry.isEmpty() || name.startsWith("picocli") || name.equals("cli.jar") || name.startsWith("cli-");
    }

    /// Every user on this machine can read a command line, so system properties, which may contain passwords, are written to a file.
    private static List<String> command(String classPath, List<String> options, JobDirectory job) {
        try {
            return new JavaCommand(options, classPath, Worker.class.getName(), List.of()).words(job.options());
        } catch (IOException e) {
            throw new SettingException("the options of the workers cannot be written to " + job.options() + " (" + e.getMessage()
                    + "): free some space, or choose another temporary directory with -Djava.io.tmpdir=…", e);
        }
    }
}
