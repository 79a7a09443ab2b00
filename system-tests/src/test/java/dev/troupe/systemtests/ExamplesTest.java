package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The commands on the pages print what the pages show.
final class ExamplesTest {
    private static final Path README = Shell.ROOT.resolve("README.md");
    private static final Path EXAMPLES = Shell.ROOT.resolve("examples", "README.md");
    private static final Path TUTORIAL = Shell.ROOT.resolve("docs", "tutorial.md");
    private static final Path REMOTE = Shell.ROOT.resolve("docs", "remote-functions.md");
    private static final Path SOURCES = Shell.ROOT.resolve("examples/src/main/java/dev/troupe/examples");

    @RegisterExtension
    final Ditask ditask = new Ditask();

    static Stream<Console> commands() throws IOException {
        return Stream.of(Console.on(README), Console.on(EXAMPLES), Console.on(TUTORIAL), Console.on(REMOTE)).flatMap(List::stream);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void aCommandPrintsWhatThePageShows(Console shown) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin");
        var ended = ditask.with("PATH", java + ":" + System.getenv("PATH")).in(Shell.ROOT).startCommand("bash", "-c", shown.command())
                .ended().ok();
        assertEquals(shown.byWorker(), Console.byWorker(ended.out()), shown::command);
    }

    @Test
    void everyExampleIsShownAsAJavaProgramAndThroughDitask() throws IOException {
        var commands = Console.on(EXAMPLES).stream().map(Console::command).toList();
        try (var sources = Files.list(SOURCES)) {
            for (var source : sources.filter(Files::isRegularFile).toList()) {
                var name = "dev.troupe.examples." + source.getFileName().toString().replace(".java", "");
                assertTrue(commands.stream().anyMatch(command -> command.startsWith("java ") && command.endsWith(" " + name)), name);
                assertTrue(commands.stream().anyMatch(command -> command.startsWith("bin/ditask ") && command.contains(" " + name + ".")),
                        name);
            }
        }
    }

    @Test
    void theProgramOfTheReadmeCompilesAndIsTheExample() throws IOException {
        var block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(README));
        assertTrue(block.find(), "README.md has a program");
        var program = block.group(1);
        var source = Files.writeString(ditask.directory().resolve("Hello.java"), program);
        int compiled = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "-d", ditask.directory().toString(), "-cp",
                System.getProperty("java.class.path"), source.toString());
        assertEquals(0, compiled);
        assertEquals(play(Files.readString(SOURCES.resolve("Hello.java"))), play(program));
    }

    @Test
    void everyRemoteExampleIsShown() throws IOException {
        var commands = Console.on(REMOTE).stream().map(Console::command).toList();
        try (var sources = Files.list(SOURCES.resolve("remote"))) {
            for (var source : sources.toList()) {
                var name = "dev.troupe.examples.remote." + source.getFileName().toString().replace(".java", "");
                assertTrue(commands.stream().anyMatch(command -> command.endsWith(" " + name)), name);
            }
        }
    }

    @Test
    void theRemoteProgramOfThePageIsTheExample() throws IOException {
        var block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(REMOTE));
        assertTrue(block.find(), "docs/remote-functions.md has a program");
        var source = Files.readString(SOURCES.resolve("remote", "Classic.java")).replaceAll("\\s+", " ");
        assertTrue(source.contains(block.group(1).strip().replaceAll("\\s+", " ")), block.group(1));
    }

    @Test
    void theCommandsOfTheReadmeCompileAndRunIt() throws Exception {
        var readme = Files.readString(README);
        Files.writeString(ditask.directory().resolve("Hello.java"), readme.replaceAll("(?s).*?```java\n(.*?)```.*", "$1"));
        var block = Pattern.compile("```\n(javac .*?)```", Pattern.DOTALL).matcher(readme);
        assertTrue(block.find(), "README.md says how to compile");
        var commands = block.group(1).replace("cli/target/lib", Shell.ROOT.resolve("cli/target/lib").toString())
                .replace("bin/ditask", Shell.ROOT.resolve("bin/ditask").toString());
        var java = Path.of(System.getProperty("java.home"), "bin");
        var ended = ditask.with("PATH", java + ":" + System.getenv("PATH")).startCommand("bash", "-ec", commands).ended().ok();
        assertEquals(List.of("[0] Get msg: Hi"), ended.out());
    }

    /// Whatever the space in them.
    @Test
    void theProgramsOfTheTutorialAreThoseThatRun() throws IOException {
        var sources = new StringBuilder();
        try (var files = Files.list(SOURCES.resolve("cartpole"))) {
            for (var file : files.toList()) sources.append(Files.readString(file));
        }
        var all = sources.toString().replaceAll("\\s+", " ");
        var blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(TUTORIAL)).results().toList();
        assertEquals(5, blocks.size());
        for (var block : blocks) {
            assertTrue(all.contains(block.group(1).strip().replaceAll("\\s+", " ")), block.group(1));
        }
    }

    /// The method of that name, whatever the space in it.
    private static String play(String source) {
        int start = source.indexOf("static void play()");
        int depth = 0;
        for (int i = source.indexOf('{', start); i < source.length(); i++) {
            depth += source.charAt(i) == '{' ? 1 : source.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) return source.substring(start, i + 1).replaceAll("\\s+", " ");
        }
        throw new AssertionError("no method play in " + source);
    }
}
