package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What `tools/dist` packs, unpacked elsewhere and used without this checkout.
final class DistributionTest {
    private static final String VERSION = System.getProperty("troupe.version");

    @TempDir
    static Path temporary;

    private static Path home;

    @BeforeAll
    static void packAndUnpack() throws Exception {
        var packed = Shell.in(Shell.ROOT).run("tools/dist").ok().out().strip();
        var place = Files.createDirectories(temporary.resolve("some where"));
        Shell.in(place).run("tar", "xzf", Shell.ROOT.resolve(packed)).ok();
        home = place.resolve("troupe-" + VERSION);
    }

    @Test
    void theCommandsRunWithoutMaven() throws Exception {
        var shell = Shell.in(temporary).with("PATH", "/usr/bin:/bin").with("JAVA_HOME", "").with("TROUPE_JAVA_HOME",
                System.getProperty("java.home"));
        var version = shell.run(home.resolve("bin/troupe"), "--version").ok();
        assertTrue(version.out().startsWith("troupe " + VERSION), version.out());
        assertEquals("", version.err());
        assertTrue(shell.run(home.resolve("bin/ditask"), "--help").ok().out().contains("--parallel-workers"));
        assertEquals(new Shell.Result(2, "", "troupe: unknown command 'x'; see 'troupe --help'\n"),
                shell.run(home.resolve("bin/troupe"), "x"));
    }

    @Test
    void theFirstCommandOfTheReadmeRuns() throws Exception {
        var readme = Files.readString(home.resolve("README.md"));
        var command = readme.lines().filter(line -> line.startsWith("$ bin/ditask ")).findFirst().orElseThrow().substring(2);
        var shown = readme.lines().dropWhile(line -> !line.startsWith("$ bin/ditask ")).skip(1).takeWhile(line -> !line.equals("```"))
                .toList();
        var result = Shell.in(home).with("PATH", "/usr/bin:/bin").with("TROUPE_JAVA_HOME", System.getProperty("java.home"))
                .run("sh", "-c", command).ok();
        assertEquals(shown, result.out().lines().toList(), result.err());
    }

    static Stream<Console> commands() throws IOException {
        var pages = Stream.of("docs/remote-functions.md", "docs/tutorial.md", "examples/README.md").map(Shell.ROOT::resolve).toList();
        var commands = new ArrayList<Console>();
        for (var page : pages) commands.addAll(Console.on(page));
        return commands.stream();
    }

    /// With the folders of jars that the pages name for it.
    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void everyCommandOfThePagesRuns(Console shown) throws Exception {
        var command = shown.command().replace("runtime/target/lib/", "lib/runtime/").replace("cli/target/lib/", "lib/");
        var ended = Shell.in(home).with("PATH", Path.of(System.getProperty("java.home"), "bin") + ":/usr/bin:/bin").with("JAVA_HOME", "")
                .run("bash", "-c", command).ok();
        assertEquals(shown.byWorker(), Console.byWorker(ended.out().lines().toList()), ended::toString);
    }

    @Test
    void thePageOfRemoteFunctionsShowsTheFirstCommandForADistribution() throws Exception {
        var page = Files.readString(home.resolve("docs/remote-functions.md"));
        var first = Console.on(home.resolve("docs/remote-functions.md")).getFirst().command();
        assertTrue(page.contains("```\n" + first.replace("runtime/target/lib/", "lib/runtime/") + "\n```"), first);
    }

    /// Nothing of remote functions is on the class path of a command or of its workers.
    @Test
    void theJarsOfRemoteFunctionsAreInAFolderOfTheirOwn() throws Exception {
        assertTrue(names(home.resolve("lib/runtime")).contains(" runtime.jar"));
        var shared = List.of("functions.jar", "link.jar", "process.jar", "transport.jar", "values.jar");
        try (var jars = Files.list(home.resolve("lib/runtime"))) {
            assertEquals(shared,
                    jars.map(jar -> jar.getFileName().toString()).filter(jar -> Files.exists(home.resolve("lib", jar))).sorted()
                            .toList());
        }
    }

    @Test
    void theLinksOfThePagesLeadSomewhere() throws Exception {
        var missing = new ArrayList<String>();
        for (var page : List.of("README.md", "docs/tutorial.md", "docs/remote-functions.md", "docs/demo.md", "examples/README.md")) {
            var links = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)").matcher(Files.readString(home.resolve(page))).results()
                    .map(link -> link.group(1)).distinct().toList();
            assertTrue(!links.isEmpty(), page);
            links.stream().filter(link -> !Files.exists(home.resolve(page).resolveSibling(link)))
                    .forEach(link -> missing.add(page + ": " + link));
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void theCacheFitsWhereverItIsUnpacked() throws Exception {
        var cache = cache();
        var log = Shell.in(temporary).with("TROUPE_JAVA_HOME", System.getProperty("java.home")).with("JDK_JAVA_OPTIONS", "-Xlog:class+load")
                .run(home.resolve("bin/troupe"), "--version").ok().out();
        assertTrue(log.contains("dev.troupe.cli.Troupe source: shared objects file"), cache + " is not used");
    }

    @Test
    void helpLoadsNoClassFromAJar() throws Exception {
        var log = Shell.in(temporary).with("TROUPE_JAVA_HOME", System.getProperty("java.home")).with("JDK_JAVA_OPTIONS", "-Xlog:class+load")
                .run(home.resolve("bin/ditask"), "--help").ok().out();
        assertTrue(log.contains("picocli.CommandLine source: shared objects file"), "picocli is not in the cache");
        assertEquals(List.of(), log.lines().filter(line -> line.contains("source: file:")).toList());
    }

    @Test
    void workersStartFromTheirCacheToo() throws Exception {
        var log = Shell.in(temporary).with("TROUPE_JAVA_HOME", System.getProperty("java.home")).run(home.resolve("bin/ditask"),
                "--package", home.resolve("lib/cli.jar"), "--main", "dev.troupe.cli.Training.play", "--protocol", "ipc",
                "--parallel-workers", "2",
                "--jvm-options", "-Xlog:class+load").ok().out();
        assertTrue(log.contains("dev.troupe.parallel.Worker source: shared objects file"), "the workers' cache is not used");
    }

    @Test
    void aBrokenCacheIsIgnoredInSilence() throws Exception {
        var cache = cache();
        var good = Files.readAllBytes(cache);
        Files.writeString(cache, "nonsense");
        try {
            var result = Shell.in(temporary).with("TROUPE_JAVA_HOME", System.getProperty("java.home"))
                    .run(home.resolve("bin/troupe"), "--version").ok();
            assertTrue(result.out().startsWith("troupe "), result.out());
            assertEquals("", result.err());
        } finally {
            Files.write(cache, good);
        }
    }

    @Test
    void theDemoRunsToo() throws Exception {
        var demo = Shell.in(temporary).with("TROUPE_JAVA_HOME", System.getProperty("java.home")).run(home.resolve("bin/troupe"), "demo",
                "--stop-value", "50").ok();
        assertTrue(demo.out().contains("solved: mean reward "), demo.out());
        assertTrue(Files.exists(temporary.resolve("troupe-demo/curve.svg")));
    }

    @Test
    void bashUnderstandsTheCompletionScript() throws Exception {
        Shell.in(home).run("bash", "-n", "completion/troupe.bash").ok();
        var completed = Shell.in(home).run("bash", "-c",
                "source completion/troupe.bash; COMP_WORDS=(ditask --parallel-w); COMP_CWORD=1; _complete_ditask; echo ${COMPREPLY[@]}")
                .ok();
        assertEquals("--parallel-workers\n", completed.out());
    }

    @Test
    void aUsersBuildCompilesAgainstTheRepositoryAndRunsInParallel() throws Exception {
        var project = userProject("parallel",
                """
                        import dev.troupe.task.*;

                        public class App {
                            public static void main(String[] args) {
                                IO.println(Parallel.workers(2).topology(Topology.of("mesh")).protocol(Protocol.IPC).call(() -> Router.current().nodeId()));
                            }
                        }
                        """);
        var ran = Shell.in(project)
                .run(Path.of(System.getProperty("java.home"), "bin/java"), "-cp", "target/classes:target/dependency/*", "App")
                .ok();
        assertEquals("[0, 1]\n", ran.out(), ran::toString);
        assertEquals(
                "functions-%1$s.jar link-%1$s.jar parallel-%1$s.jar process-%1$s.jar task-%1$s.jar text-%1$s.jar transport-%1$s.jar values-%1$s.jar"
                        .formatted(VERSION),
                names(project.resolve("target/dependency")));
    }

    @Test
    void tenLinesAndOneDependencyAreAProgramOfRemoteFunctions() throws Exception {
        var project = userProject("runtime", """
                import io.ray.api.*;
                import java.util.*;
                import java.util.stream.*;

                public class App {
                    static String place() throws Exception {
                        Thread.sleep(10);
                        return Ray.getRuntimeContext().getAllNodeInfo().getFirst().nodeAddress;
                    }

                    public static void main(String[] args) {
                        Ray.init();
                        List<ObjectRef<String>> refs = IntStream.range(0, 1000).mapToObj(i -> Ray.task(App::place).remote()).toList();
                        IO.println(new HashSet<>(Ray.get(refs)));
                    }
                }
                """);
        for (var mode : new String[]{"-Dany=thing", "-Dray.run-mode=CLUSTER"}) {
            var ran = Shell.in(project).run(Path.of(System.getProperty("java.home"), "bin/java"), "-Dtroupe.num-cpus=16", mode, "-cp",
                    "target/classes:target/dependency/*", "App").ok();
            assertTrue(ran.out().matches("\\[[0-9.]+]\n"), ran::toString);
            assertEquals("", ran.err());
        }
    }

    /// Only the place of the distribution differs, and where Maven finds its plugins without a network.
    @Test
    void theProjectOfTheReadmeBuildsAndRuns() throws Exception {
        var readme = Files.readString(Shell.ROOT.resolve("README.md"));
        var project = Files.createDirectories(temporary.resolve("project-readme"));
        Files.writeString(project.resolve("pom.xml"), block(readme, "xml", "<project ")
                .replace("file:///opt/troupe-" + VERSION + "/repository", home.resolve("repository").toUri().toString()));
        Files.writeString(project.resolve("settings.xml"), resource("user-project/settings.xml").replace("@NEAR@", near()));
        Files.writeString(Files.createDirectories(project.resolve("src/main/java")).resolve("Hello.java"),
                block(readme, "java", "import "));
        var commands = block(readme, "", "mvn ").replace("/opt/troupe-" + VERSION, "'" + home + "'")
                .replace("mvn ", "mvn -B -s settings.xml -Dmaven.repo.local=" + temporary.resolve("local") + " ");
        var ran = Shell.in(project).with("JAVA_HOME", System.getProperty("java.home")).run("sh", "-ec", commands).ok();
        assertTrue(ran.out().endsWith("[0] Get msg: Hi\n"), ran::toString);
    }

    /// The first block of the page in that language that begins so.
    private static String block(String page, String language, String beginning) {
        var block = Pattern.compile("```" + language + "\n(" + beginning + ".*?)```", Pattern.DOTALL).matcher(page);
        assertTrue(block.find(), () -> "README.md has a block of " + beginning);
        return block.group(1);
    }

    private static String near() {
        return Path.of(System.getProperty("maven.local")).toUri().toString();
    }

    private Path userProject(String module, String program) throws Exception {
        var project = Files.createDirectories(temporary.resolve("project-" + module));
        for (var name : new String[]{"pom.xml", "settings.xml"}) {
            Files.writeString(project.resolve(name), resource("user-project/" + name)
                    .replace("@REPOSITORY@", home.resolve("repository").toUri().toString())
                    .replace("@VERSION@", VERSION)
                    .replace("@MODULE@", module)
                    .replace("@JAVA_HOME@", System.getProperty("java.home"))
                    .replace("@NEAR@", near()));
        }
        Files.writeString(Files.createDirectories(project.resolve("src/main/java")).resolve("App.java"), program);
        var built = Shell.in(project).run("mvn", "-B", "-q", "-s", "settings.xml", "-Dmaven.repo.local=" + temporary.resolve("local"),
                "compile", "dependency:copy-dependencies");
        assertEquals(0, built.exitCode(), built.out());
        return project;
    }

    @Test
    void theRepositoryHoldsSourcesJavadocAndChecksums() throws Exception {
        var task = names(home.resolve("repository/dev/troupe/task", VERSION));
        for (var file : new String[]{".pom", ".jar", "-sources.jar", "-javadoc.jar"}) {
            assertTrue(task.contains("task-" + VERSION + file + " ") && task.contains("task-" + VERSION + file + ".sha1"), task);
        }
        assertTrue(Files.exists(home.resolve("repository/dev/troupe/bom", VERSION, "bom-" + VERSION + ".pom")));
        assertTrue(Files.exists(home.resolve("LICENSE")));
        assertTrue(Files.exists(home.resolve("examples/examples.jar")));
        assertTrue(Files.exists(home.resolve("examples/dijob/dijob.yaml")));
    }

    private static Path cache() throws IOException {
        try (var files = Files.list(home.resolve("lib/aot"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("cli-")).findFirst().orElseThrow();
        }
    }

    private static String resource(String name) throws IOException {
        try (var in = DistributionTest.class.getClassLoader().getResourceAsStream(name)) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    private static String names(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return String.join(" ", files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }
}
