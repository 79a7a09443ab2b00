package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Programs with a `module-info.java`, and in jshell.
final class ModularProgramTest {
    private static final Path LIBRARY = Shell.ROOT.resolve("runtime/target/lib");
    private static final String VERSION = System.getProperty("troupe.version");
    private static final Path BIN = Path.of(System.getProperty("java.home"), "bin");

    @TempDir
    Path directory;

    private static Path jar(String module) {
        return Shell.ROOT.resolve(module, "target", module + "-" + VERSION + ".jar");
    }

    private static String path(Path... entries) {
        return Stream.of(entries).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private Path compiled(String program, String modulePath) throws Exception {
        Path source = Shell.ROOT.resolve("system-tests/src/test/programs", program);
        Path classes = directory.resolve(program);
        try (Stream<Path> files = Files.walk(source)) {
            List<Object> command = files.filter(Files::isRegularFile).collect(Collectors.toList());
            command.addAll(0, List.of(BIN.resolve("javac"), "-proc:none", "-p", modulePath, "-d", classes));
            Shell.in(directory).run(command.toArray()).ok();
        }
        return classes;
    }

    @Test
    void everyPublishedJarHasAModuleNameAndItsPackagesToItself() throws IOException {
        List<String> modules = List.of("text", "transport", "link", "values", "functions", "process", "task", "parallel", "redis", "store",
                "packages", "head", "transfer",
                "messages", "cluster", "node", "objects", "calls", "hosting", "runtime", "ssh", "dijob", "lifecycle", "jobs", "kube",
                "jobserver", "operator", "cli");
        for (String module : modules) {
            try (JarFile jar = new JarFile(jar(module).toFile())) {
                assertEquals("dev.troupe." + module, jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"), module);
            }
        }
        Path[] jars = Stream.concat(modules.stream().map(ModularProgramTest::jar), Stream.of(LIBRARY.resolve("ray-api.jar")))
                .toArray(Path[]::new);
        Map<String, TreeSet<String>> homes = ModuleFinder.of(jars).findAll().stream().map(module -> module.descriptor())
                .flatMap(module -> module.packages().stream().map(name -> Map.entry(name, module.name())))
                .collect(Collectors.groupingBy(Map.Entry::getKey,
                        Collectors.mapping(Map.Entry::getValue, Collectors.toCollection(TreeSet::new))));
        assertEquals(List.of(), homes.entrySet().stream().filter(each -> each.getValue().size() > 1).toList());
    }

    @ParameterizedTest
    @CsvSource({"-Dtroupe.num-cpus=2, here", "-Dray.run-mode=CLUSTER, in a worker"})
    void aModularProgramCallsRemoteFunctions(String mode, String where) throws Exception {
        Path classes = compiled("modular", LIBRARY.toString());
        var result = Shell.in(directory).run(BIN.resolve("java"), mode, "-p", path(LIBRARY, classes), "-m", "orders/orders.Orders").ok();
        assertEquals(List.of("Order[name=shoes!, amounts=[2, 4]]", "42", "3", where), result.out().lines().toList(), result.err());
        assertEquals("", result.err());
    }

    @Test
    void aModularProgramRunsInParallel() throws Exception {
        String modulePath = path(jar("text"), jar("transport"), jar("link"), jar("values"), jar("functions"), jar("process"), jar("task"),
                jar("parallel"));
        Path classes = compiled("modular-steps", modulePath);
        var result = Shell.in(directory)
                .run(BIN.resolve("java"), "-p", modulePath + File.pathSeparator + classes, "-m", "steps/steps.Steps").ok();
        assertEquals(List.of("[0] heard Greeting[text=hi, to=[all]]"), result.out().lines().toList(), result.err());
        assertEquals("", result.err());
    }

    private Shell.Result jshell(String options, String... lines) throws Exception {
        Path script = Files.write(directory.resolve("script.jsh"), Stream.concat(Stream.of(lines), Stream.of("/exit")).toList());
        try (Stream<Path> jars = Files.list(LIBRARY)) {
            List<Object> command = Stream.of(options.split(" ")).filter(option -> !option.isEmpty()).collect(Collectors.toList());
            command.addFirst(BIN.resolve("jshell"));
            command.addAll(List.of("-s", "-J-Duser.home=" + directory, "-J-Djava.util.prefs.userRoot=" + directory, "--class-path",
                    path(jars.toArray(Path[]::new)), script));
            return Shell.in(directory).run(command.toArray());
        }
    }

    private static final String[] SESSION = {"import io.ray.api.*;", "record Point(int x) {}",
            "class Counter { int count; int add(int more) { return count += more; } }", "Ray.init();", "int y = 3;",
            "System.out.println(\"task \" + Ray.task(() -> y + 1).remote().get());",
            "System.out.println(\"value \" + Ray.put(new Point(1)).get());", "var counter = Ray.actor(Counter::new).remote();",
            "System.out.println(\"actor \" + counter.task(Counter::add, 5).remote().get());", "Ray.shutdown();"};

    @ParameterizedTest
    @CsvSource({"''", "--execution local -J--add-modules=jdk.unsupported"})
    void whatIsWrittenInJshellRunsThere(String options) throws Exception {
        var result = jshell(options, SESSION);
        assertTrue(result.out().lines().toList().containsAll(List.of("task 4", "value Point[x=1]", "actor 5")), result.toString());
    }

    @Test
    void jshellIsToldWhatItLacks() throws Exception {
        var local = jshell("--execution local", SESSION).toString();
        assertTrue(local.contains("jshell --execution local with -J--add-modules=jdk.unsupported"), local);
        var workers = jshell("-R-Dray.run-mode=CLUSTER", SESSION).toString();
        assertTrue(workers.contains("code entered in jshell exists only there: leave out ray.run-mode"), workers);
    }
}
