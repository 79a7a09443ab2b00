package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `bin/troupe` and `bin/ditask` among JDKs and a Maven that are scripts, so that each choice of theirs can be seen.
final class LauncherTest {
    @TempDir
    Path temporary;

    private Path home;
    private Path ditask;
    private Path jvms;

    @BeforeEach
    void copyTheLauncher() throws IOException {
        home = Files.createDirectories(temporary.resolve("a home"));
        jvms = Files.createDirectories(temporary.resolve("jvms"));
        Files.createDirectories(home.resolve("bin"));
        for (var name : List.of("troupe", "ditask", "launcher.sh")) {
            var script = Files.readString(Shell.ROOT.resolve("bin", name)).replace("/usr/lib/jvm/", jvms + "/");
            executable(home.resolve("bin", name), script);
        }
        ditask = home.resolve("bin/ditask");
        Files.createDirectories(home.resolve("lib"));
        Files.createFile(home.resolve("lib/cli.jar"));
    }

    @Test
    void theFirstSuitableJavaIsTaken() throws Exception {
        var jvm = jdk(jvms.resolve("jdk-a"), "25.0.1");
        assertEquals(jvm, chosen(shell()));
        var path = jdk(temporary.resolve("path"), "25");
        var withPath = shell().with("PATH", path.resolve("bin") + ":" + System.getenv("PATH"));
        assertEquals(path, chosen(withPath));
        var javaHome = jdk(temporary.resolve("java home"), "26-ea");
        assertEquals(javaHome, chosen(withPath.with("JAVA_HOME", javaHome)));
        var ours = jdk(temporary.resolve("ours"), "25.0.3");
        assertEquals(ours, chosen(withPath.with("JAVA_HOME", javaHome).with("TROUPE_JAVA_HOME", ours)));
    }

    @Test
    void anOlderJavaIsPassedOver() throws Exception {
        jdk(jvms.resolve("a-17"), "17.0.15");
        var good = jdk(jvms.resolve("b-25"), "25");
        var old = jdk(temporary.resolve("old"), "24.0.2");
        assertEquals(good, chosen(shell().with("JAVA_HOME", old)));
    }

    @Test
    void withoutJavaOneLineSaysWhatToInstall() throws Exception {
        var result = shell().run(ditask, "--help");
        assertEquals(1, result.exitCode());
        assertEquals(1, result.err().lines().count(), result.err());
        assertTrue(result.err().contains("no JDK 25") && result.err().contains("apt install"), result.err());
    }

    @Test
    void aWrongTroupeJavaHomeIsNamed() throws Exception {
        jdk(jvms.resolve("jdk"), "25");
        var old = jdk(temporary.resolve("old"), "17.0.1");
        var result = shell().with("TROUPE_JAVA_HOME", old).run(ditask);
        assertEquals(new Shell.Result(1, "", "troupe: TROUPE_JAVA_HOME=" + old + " is not a JDK 25 or newer\n"), result);
    }

    @Test
    void itIsFoundThroughLinksFromAnywhereWithItsArgumentsUntouched() throws Exception {
        jdk(jvms.resolve("jdk"), "25");
        var link = Files.createSymbolicLink(temporary.resolve("d"), Files.createSymbolicLink(temporary.resolve("d 2"), ditask));
        var result = shell().run(link, "a b", "", "$x");
        assertTrue(result.out().contains("<" + home + "/lib/cli.jar:"), result.out());
        assertTrue(result.out().endsWith("<dev.troupe.cli.Ditask><a b><><$x>\n"), result.out());
    }

    @Test
    void theOperatorGetsHalfOfTheMemoryOfItsContainer() throws Exception {
        jdk(jvms.resolve("jdk"), "25");
        var operator = shell().run(home.resolve("bin/troupe"), "operator", "run").out();
        assertTrue(operator.contains("<-XX:MaxRAMPercentage=50><-XX:+ExitOnOutOfMemoryError>") && !operator.contains("<-Xmx"), operator);
        var other = shell().run(home.resolve("bin/troupe"), "operator", "manifests").out();
        assertTrue(other.contains("<-Xmx256m>"), other);
    }

    /// A cache of classes is code: whoever can write it decides what runs.
    @Test
    void withoutAHomeNoCacheIsLookedForWhereOthersMayWrite() throws Exception {
        jdk(jvms.resolve("jdk"), "25");
        var launcher = home.resolve("bin/launcher.sh");
        var readOnly = Files.readString(launcher).replace("[ ! -w \"$lib\" ]", "true"); // root may write everywhere
        Files.writeString(launcher, readOnly + "find_java && find_lib && find_caches && echo $cli_cache\n");
        var withHome = shell().with("home", home).with("XDG_CACHE_HOME", "");
        var found = withHome.with("HOME", temporary).run("sh", launcher);
        assertTrue(found.out().startsWith(temporary + "/.cache/troupe/cli-"), found.toString());
        assertEquals(new Shell.Result(1, "", ""), withHome.with("HOME", "").run("sh", launcher));
    }

    @Test
    void aCheckoutIsBuiltOnceAndAgainWhenItsSourcesChange() throws Exception {
        jdk(jvms.resolve("jdk"), "25");
        var checkout = checkout("mkdir -p cli/target/lib && touch cli/target/lib/cli.jar cli/target/lib/built && echo built >>count");
        var first = checkout.run(ditask).ok();
        assertEquals("troupe: building " + home + ", once (the log is target/build.log)\n", first.err());
        assertEquals("", checkout.run(ditask).ok().err());
        Files.setLastModifiedTime(home.resolve("link/src/main/A.java"), FileTime.from(Instant.now().plusSeconds(60)));
        assertEquals(1, checkout.run(ditask).ok().err().lines().count());
        assertEquals(2, Files.readAllLines(home.resolve("count")).size());
    }

    @Test
    void manyAtOnceBuildOnce() throws Exception {
        jdk(jvms.resolve("jdk"), "25");
        var checkout = checkout("mkdir -p cli/target/lib && echo built >>count && touch cli/target/lib/cli.jar cli/target/lib/built");
        try (var threads = Executors.newFixedThreadPool(4)) {
            Callable<Shell.Result> start = () -> checkout.run(ditask).ok();
            for (var each : threads.invokeAll(List.of(start, start, start, start))) each.get();
        }
        assertEquals(1, Files.readAllLines(home.resolve("count")).size());
    }

    @Test
    void aBuildThatFailsNamesItsLog() throws Exception {
        jdk(jvms.resolve("jdk"), "25");
        var result = checkout("echo broken; exit 1").run(ditask);
        assertEquals(1, result.exitCode());
        assertTrue(result.err().endsWith("troupe: the build failed; see " + home + "/target/build.log\n"), result.err());
        assertEquals("broken\n", Files.readString(home.resolve("target/build.log")));
    }

    /// Makes the home a source checkout, with a Maven that does this in it.
    private Shell checkout(String maven) throws IOException {
        Files.createFile(home.resolve("pom.xml"));
        Files.createDirectories(home.resolve("link/src/main"));
        Files.createFile(home.resolve("link/src/main/A.java"));
        var mvn = executable(temporary.resolve("maven/mvn"), "#!/bin/sh\ncd '" + home + "'\n" + maven + "\n");
        return shell().with("PATH", mvn.getParent() + ":" + System.getenv("PATH")).with("TROUPE_BUILD", "");
    }

    private Shell shell() {
        return Shell.in(temporary).with("TROUPE_AOT", "off").with("TROUPE_JAVA_HOME", "").with("JAVA_HOME", "");
    }

    private Path chosen(Shell shell) throws Exception {
        var java = shell.run(ditask).ok().out();
        return Path.of(java.substring(1, java.indexOf("/bin/java>")));
    }

    /// A JDK whose java prints its own name and its arguments.
    private static Path jdk(Path place, String version) throws IOException {
        executable(place.resolve("bin/java"), "#!/bin/sh\nprintf '<%s>' \"$0\" \"$@\"\necho\n");
        Files.writeString(place.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\nOS_ARCH=\"x86_64\"\n");
        return place;
    }

    private static Path executable(Path file, String script) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.setPosixFilePermissions(Files.writeString(file, script), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
