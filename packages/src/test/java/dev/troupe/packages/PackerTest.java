package dev.troupe.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.zip.ZipFile;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackerTest {
    @TempDir
    private Path place;
    private PackageCache cache;
    private Packer packer;

    @BeforeEach
    void open() throws IOException {
        place = place.toRealPath();
        cache = PackageCache.open(place.resolve("packages"), 10 << 20);
        packer = new Packer(cache, List.of(), new KnownCode(InstantSource.system()));
    }

    @AfterEach
    void close() throws IOException {
        cache.close();
    }

    private List<String> names(Path... classPath) throws IOException {
        try (PackedCode code = packer.pack(List.of(classPath))) {
            return code.packages().stream().map(CodePackage::name).toList();
        }
    }

    private CodePackage one(Path entry) throws IOException {
        try (PackedCode code = packer.pack(List.of(entry))) {
            return code.packages().getFirst();
        }
    }

    private String refused(Path... classPath) {
        return assertThrows(IOException.class, () -> packer.pack(List.of(classPath))).getMessage();
    }

    @Test
    void aJarIsAPackageAsItIs() throws IOException {
        Path jar = Code.jar(place.resolve("my app.jar"), Map.of("a.txt", "a"));
        try (PackedCode code = packer.pack(List.of(jar))) {
            CodePackage what = code.packages().getFirst();
            assertEquals(new CodePackage(PackageId.of(jar), Files.size(jar), "my_app.jar"), what);
            assertEquals(new String(Files.readAllBytes(jar), StandardCharsets.ISO_8859_1),
                    new String(code.open(what.id(), 0).readAllBytes(), StandardCharsets.ISO_8859_1));
            assertEquals(Files.size(jar) - 10, code.open(what.id(), 10).readAllBytes().length);
            Code.jar(jar, Map.of("b.txt", "something else"));
            assertEquals(jar + " has changed since this program announced it: start the program again",
                    assertThrows(IOException.class, () -> code.open(what.id(), 0)).getMessage());
        }
        assertEquals(List.of(), Code.shared(cache.directory()), "not copied");
    }

    @Test
    void whatIsMissingOrOursIsOmittedAndTheRestKeepsItsOrder() throws IOException {
        Path ours = Code.jar(place.resolve("troupe.jar"), Map.of("ours.txt", "x"));
        Path link = Files.createSymbolicLink(place.resolve("link.jar"), ours);
        Path b = Code.jar(place.resolve("b.jar"), Map.of("b.txt", "b"));
        Path classes = Code.file(place.resolve("classes/a.txt"), "a").getParent();
        Path readme = Files.writeString(place.resolve("README"), "not a jar");
        packer = new Packer(cache, List.of(ours, place.resolve("gone.jar")));
        assertEquals(List.of("b.jar", "classes.zip"), names(place.resolve("none.jar"), b, link, classes, readme, b, ours));
        assertEquals(List.of(), names(ours), "the code may come later, as in a shell");
    }

    @Test
    void theManifestOfAJarAddsToTheClassPath() throws IOException {
        Files.createDirectory(place.resolve("lib"));
        Code.jar(place.resolve("lib/b c.jar"), Map.of("b.txt", "b", "META-INF/MANIFEST.MF", "Class-Path: d.jar ../a.jar\n"));
        Code.jar(place.resolve("lib/d.jar"), Map.of("d.txt", "d"));
        Path last = Code.jar(place.resolve("last.jar"), Map.of("last.txt", "last"));
        Code.file(place.resolve("conf/app.properties"), "x=1");
        Path a = Code.jar(place.resolve("a.jar"), Map.of("META-INF/MANIFEST.MF",
                "Manifest-Version: 1.0\nClass-Path: lib/b%20c.jar conf/ none.jar http://example.org/x.jar\n"));
        assertEquals(List.of("a.jar", "b_c.jar", "d.jar", "conf.zip", "last.jar"), names(a, last));
    }

    @Test
    void theSameClassesMakeTheSamePackageAnywhereAnytime() throws IOException {
        for (String copy : List.of("one", "two")) {
            Code.file(place.resolve(copy + "/classes/my/app/Main.class"), "main");
            Code.file(place.resolve(copy + "/classes/my/Other.class"), "other");
            Files.createDirectory(place.resolve(copy + "/classes/empty"));
            Code.file(place.resolve(copy + "/classes/ä.txt"), "ä");
        }
        Code.age(place.resolve("two"));
        CodePackage one = one(place.resolve("one/classes"));
        TimeZone here = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            assertEquals(one, one(place.resolve("two/classes")));
        } finally {
            TimeZone.setDefault(here);
        }
        Path packed = cache.pin(one).orElseThrow().file();
        try (ZipFile zip = new ZipFile(packed.toFile())) {
            assertEquals(List.of("empty/", "my/", "my/Other.class", "my/app/", "my/app/Main.class", "ä.txt"),
                    zip.stream().map(entry -> entry.getName()).toList());
            assertEquals("other", new String(zip.getInputStream(zip.getEntry("my/Other.class")).readAllBytes(), StandardCharsets.UTF_8));
        }
        Code.file(place.resolve("two/classes/my/Other.class"), "changed");
        assertNotEquals(one, one(place.resolve("two/classes")));
    }

    @Test
    void linksAreFollowedAndCyclesAreRefused() throws IOException {
        Path classes = Code.file(place.resolve("classes/a.txt"), "a").getParent();
        Code.file(place.resolve("elsewhere/b.txt"), "b");
        Files.createSymbolicLink(classes.resolve("more"), place.resolve("elsewhere"));
        Files.createSymbolicLink(classes.resolve("broken"), place.resolve("nowhere"));
        try (ZipFile zip = new ZipFile(cache.pin(one(classes)).orElseThrow().file().toFile())) {
            assertEquals(List.of("a.txt", "more/", "more/b.txt"), zip.stream().map(entry -> entry.getName()).toList());
        }
        Path again = Files.createSymbolicLink(classes.resolve("again"), classes);
        assertEquals("the class path entry " + classes + " cannot be packed: the link " + again
                + " points to a directory that contains it; remove the link", refused(classes));
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        Path classes = Code.file(place.resolve("classes/a.txt"), "a").getParent();
        Path unreadable = Files.createSymbolicLink(classes.resolve("b.txt"), Path.of("/proc/self/mem")); // for root, too
        String why = refused(classes);
        assertTrue(why.startsWith("the class path entry " + classes + " cannot be packed: " + unreadable + " cannot be read ("), why);
        assertEquals(List.of(), Code.parts(cache.directory()));
    }

    @Test
    void theCacheIsNotPartOfAClassDirectoryThatContainsIt() throws IOException {
        Code.file(place.resolve("a.txt"), "a");
        assertEquals(one(place), one(place));
    }

    @Test
    void whatCannotBePackedIsSaidInOneLine() throws IOException {
        assertEquals("the class path is empty, so workers would find no code: name your jars and class directories with -cp", refused());
        Path none = place.resolve("none.jar");
        assertEquals("nothing on the class path exists, so workers would find no code (the first entry is " + none
                + "): build the program, or correct -cp", refused(none, place.resolve("classes")));
        Path directory = Files.createDirectory(place.resolve("exploded.jar"));
        assertEquals("the class path entry " + directory
                + " is a directory, although it is named like a jar: put the jar there, or give the directory another name",
                refused(directory));
        Path text = Files.writeString(place.resolve("text.jar"), "no jar");
        String why = refused(text);
        assertTrue(why.startsWith("the class path entry " + text + " is not a jar ("), why);
        assertTrue(why.endsWith("): build it again, or remove it from the class path"), why);
        byte[] whole = Files.readAllBytes(Code.jar(place.resolve("cut.jar"), Map.of("a.txt", "a".repeat(1_000))));
        Path cut = Files.write(place.resolve("cut.jar"), java.util.Arrays.copyOf(whole, whole.length - 30));
        assertTrue(refused(cut).startsWith("the class path entry " + cut + " is not a jar ("));
        Path big = Files.write(Files.createDirectory(place.resolve("big")).resolve("data"), new byte[11 << 20]).getParent();
        assertTrue(refused(big).startsWith("the class path entry " + big + " cannot be packed: big.zip ("), refused(big));
    }

    @Test
    void whatWasNotWrittenSinceIsNotReadAgain() throws IOException {
        Path jar = Code.jar(place.resolve("a.jar"), Map.of("a.txt", "a"));
        Path file = Code.file(place.resolve("classes/a.txt"), "old");
        Code.age(jar);
        Code.age(file.getParent());
        FileTime age = Files.getLastModifiedTime(jar);
        PackageId before = one(jar).id();
        PackageId directoryBefore = one(file.getParent()).id();
        byte[] bytes = Files.readAllBytes(jar);
        bytes[10] ^= 1; // a date
        Files.write(jar, bytes);
        Files.writeString(file, "new");
        Files.setLastModifiedTime(jar, age);
        Files.setLastModifiedTime(file, age);
        assertEquals(before, one(jar).id(), "neither size nor time nor inode has changed");
        assertEquals(directoryBefore, one(file.getParent()).id());
        Files.setLastModifiedTime(jar, FileTime.fromMillis(age.toMillis() + 1));
        Files.setLastModifiedTime(file, FileTime.fromMillis(age.toMillis() + 1));
        assertEquals(PackageId.of(jar), one(jar).id());
        assertNotEquals(directoryBefore, one(file.getParent()).id());
    }

    @Test
    void aFileThatWasJustWrittenIsReadAgain() throws IOException {
        Path jar = Code.jar(place.resolve("a.jar"), Map.of("a.txt", "a"));
        FileTime now = Files.getLastModifiedTime(jar);
        assertEquals(PackageId.of(jar), one(jar).id());
        byte[] bytes = Files.readAllBytes(jar);
        bytes[10] ^= 1;
        Files.write(jar, bytes);
        Files.setLastModifiedTime(jar, now); // as a coarse clock would
        assertEquals(PackageId.of(jar), one(jar).id());
    }

    @Test
    void aJvmRunsOnThePackages() throws Exception {
        Path source = Code.file(place.resolve("src/my/Main.java"), """
                package my;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        System.out.print(new String(Main.class.getResourceAsStream("/text.txt").readAllBytes()) + " "
                                + (Main.class.getResource("/my") != null));
                    }
                }
                """);
        Path classes = Files.createDirectory(place.resolve("classes"));
        assertEquals(0,
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString()));
        Path jar = Code.jar(place.resolve("text.jar"), Map.of("text.txt", "hello"));
        try (PackageCache node = PackageCache.open(place.resolve("node"), 1 << 20);
                PackedCode packed = packer.pack(List.of(classes, jar));
                PinnedCode code = new Fetching(node).fetch(packed.packages(), packed)) {
            Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                    code.classPath().text(), "my.Main").redirectErrorStream(true).start();
            assertEquals("hello true", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertEquals(2, code.classPath().text().split(File.pathSeparator, -1).length);
        }
    }
}
