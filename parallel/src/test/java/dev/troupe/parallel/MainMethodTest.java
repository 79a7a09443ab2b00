package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.task.Parallel;
import dev.troupe.task.Program;
import dev.troupe.task.Protocol;
import dev.troupe.task.SettingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainMethodTest {
    private static final String PLAY = """
            package my.module;
            public class Play {
                private static void play() { System.out.println("played " + Help.text()); }
                static void talk(String[] words) { System.out.println(String.join("+", words)); }
                static void count(int number) {}
                void instance() {}
                static class Inner { static void go() {} }
            }
            """;
    private static final String HELP = "package my.module; class Help { static String text() { return \"well\"; } }";
    private static final String START = "public class Start { public static void main(String[] words) { System.out.println(\"started\"); } }";

    @TempDir
    static Path code;
    private static Path classes;

    @TempDir
    Path directory;

    private JobDirectory job;

    @BeforeEach
    void makeRoom() throws IOException {
        job = new JobDirectory(Files.createDirectories(directory.resolve("job")));
    }

    @BeforeAll
    static void compile() throws IOException {
        classes = code.resolve("project/target/classes");
        Path sources = Files.createDirectories(code.resolve("src/my/module"));
        List<String> files = new ArrayList<>(List.of("-d", classes.toString()));
        files.add(Files.writeString(sources.resolve("Play.java"), PLAY).toString());
        files.add(Files.writeString(sources.resolve("Help.java"), HELP).toString());
        files.add(Files.writeString(code.resolve("src/Start.java"), START).toString());
        assertEquals(0, ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, files.toArray(String[]::new)));
    }

    @Test
    void ofSeveralMainsSomeAreNamed() throws IOException {
        Path many = directory.resolve("many");
        Path source = Files.writeString(directory.resolve("Many.java"),
                Stream.of("A", "B", "C", "D", "E", "F").map(name -> "class " + name + " { static void main() {} }\n").reduce("",
                        String::concat));
        assertEquals(0,
                ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, "-d", many.toString(), source.toString()));
        String message = assertThrows(SettingException.class, () -> find(many, null)).getMessage();
        assertTrue(message.contains(" has several classes with a main: A, B, C, D, E, …; give class and method as main"), message);
    }

    private Entry.Method find(Path location, String main, String... arguments) {
        return MainMethod.find(CodePackage.open(location, job), Optional.ofNullable(main), List.of(arguments));
    }

    private Path jar(String name, String... options) {
        Path file = directory.resolve(name);
        List<String> all = new ArrayList<>(List.of("--create", "--file", file.toString()));
        all.addAll(List.of(options));
        all.addAll(List.of("-C", classes.toString(), "."));
        assertEquals(0, ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, all.toArray(String[]::new)));
        return file;
    }

    private Path zip(Path content) throws IOException {
        Path file = directory.resolve("code.zip");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(content)) {
            for (Path path : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(content.relativize(path).toString()));
                Files.copy(path, zip);
            }
        }
        return file;
    }

    @Test
    void aMethodIsFoundInADirectoryAJarAndAZip() throws IOException {
        Entry.Method play = new Entry.Method("my.module.Play", "play", false, List.of());
        assertEquals(play, find(classes, "my.module.Play.play"));
        assertEquals(play, find(jar("code.jar"), "my.module.Play.play"));
        assertEquals(play, find(zip(classes), "my.module.Play.play"));
    }

    @Test
    void jarsInAPackageAndInItsLibAreItsCode() throws IOException {
        Path project = Files.createDirectories(directory.resolve("project/lib"));
        Files.move(jar("code.jar"), project.resolve("code.jar"));
        Entry.Method start = new Entry.Method("my.module.Play", "play", false, List.of());
        assertEquals(start, find(project.getParent(), "my.module.Play.play"));
        assertEquals(start, find(zip(project.getParent()), "my.module.Play.play"));
    }

    @Test
    void theMainClassIsThatOfTheManifestOrTheOnlyOne() {
        Entry.Method start = new Entry.Method("Start", "main", true, List.of("a"));
        assertEquals(start, find(jar("code.jar", "--main-class", "Start"), null, "a"));
        assertEquals(start, find(classes, null, "a"));
    }

    @Test
    void nestedClassesAreNamedWithDots() {
        assertEquals("my.module.Play$Inner", find(classes, "my.module.Play.Inner.go").className());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"my.module.Pley.play  | class my.module.Pley is not in the package | my.module.Play",
            "other.Play.play      | class other.Play is not in the package     | my.module.Play",
            "nothing.like.It.play | class nothing.like.It is not in            | my.module.Main.play",
            "my.module.Play       | class my.module is not in the package      | my.module.Play is a class: add its method",
            "my.module.Play.pley  | has no method pley                         | play, talk",
            "my.module.Play.instance | Play.instance() is not static           | make it static",
            "my.module.Play.count | Play.count(int) has other parameters       | no parameters or String[]",
            "main                 | main 'main' is not a class and a method    | my.module.Main.play"})
    void aMistakeSaysWhatThereIsInstead(String main, String what, String next) {
        String message = assertThrows(SettingException.class, () -> find(classes, main)).getMessage();
        assertTrue(message.contains(what) && message.contains(next) && !message.contains("\n"), message);
    }

    @Test
    void argumentsForAMethodThatTakesNoneAreRefused() {
        String message = assertThrows(SettingException.class, () -> find(classes, "my.module.Play.play", "a", "b")).getMessage();
        assertTrue(message.contains("takes no arguments") && message.contains("[a, b]"), message);
    }

    @Test
    void aPackageThatIsNoneIsRefused() throws IOException {
        assertTrue(
                assertThrows(SettingException.class, () -> find(directory.resolve("nowhere"), null)).getMessage()
                        .contains("does not exist"));
        Path text = Files.writeString(directory.resolve("text.jar"), "text");
        assertTrue(assertThrows(SettingException.class, () -> find(text, null)).getMessage().contains("is not a directory, jar or zip"));
    }

    @Test
    void aProjectDirectoryIsAnsweredWithWhereItsClassesAre() {
        String message = assertThrows(SettingException.class, () -> find(code.resolve("project"), "my.module.Play.play")).getMessage();
        assertTrue(message.contains("it is in " + classes), message);
        String sources = assertThrows(SettingException.class, () -> find(code.resolve("src"), "my.module.Play.play")).getMessage();
        assertTrue(sources.contains("compile them first"), sources);
    }

    @Test
    void theMainOfAPackageRunsInAWorker() throws IOException {
        Path token = Files.setPosixFilePermissions(Files.writeString(directory.resolve("token"), "secret of this test"),
                PosixFilePermissions.fromString("rw-------"));
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            Parallel worker = Parallel.workers(1).protocol(Protocol.IPC).tokenFile(token);
            worker.run(Program.in(zip(classes)).main("my.module.Play.play"));
            worker.run(Program.in(classes).main("my.module.Play.talk").arguments(List.of("a", "b")));
        } finally {
            System.setOut(before);
        }
        assertEquals("[0] played well\n[0] a+b\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aZipCannotWriteOutsideItself() throws IOException {
        Path file = directory.resolve("evil.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("../evil.txt"));
            zip.write(1);
        }
        assertTrue(assertThrows(SettingException.class, () -> find(file, null)).getMessage().contains("../evil.txt"));
        assertFalse(Files.exists(job.path().resolve("evil.txt")));
    }
}
