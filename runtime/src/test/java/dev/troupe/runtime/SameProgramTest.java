package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.Ray;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A worker sees what the driver sees of its JVM.
class SameProgramTest {
    private static final List<String> OPTIONS = List.of("-Dregion=north pole", "-Duser.language=de", "-Duser.country=CH",
            "-Duser.timezone=Asia/Tokyo", "-Dfile.encoding=ISO-8859-1", "-ea", "--add-opens=java.base/java.util=ALL-UNNAMED");

    static final class Program {
        public static void main(String[] arguments) {
            if (arguments.length > 0) {
                Locale.setDefault(Locale.forLanguageTag(arguments[0]));
                TimeZone.setDefault(TimeZone.getTimeZone(arguments[1]));
            }
            Ray.init();
            System.out.println(seen());
            System.out.println(Ray.task(Program::seen).remote().get());
            var actor = Ray.actor(Place::new).setJvmOptions(List.of("-Dregion=south pole", "-Duser.timezone=UTC")).remote();
            System.out.println(actor.task(Place::seen).remote().get());
            System.out.println(Ray.task(Program::command).remote().get());
            Ray.shutdown();
        }

        static String seen() {
            boolean assertions = Program.class.desiredAssertionStatus();
            boolean open = List.class.getModule().isOpen("java.util", Program.class.getModule());
            return String.join(", ", System.getProperty("region"), Locale.getDefault().toLanguageTag(),
                    Locale.getDefault(Locale.Category.FORMAT).toLanguageTag(), TimeZone.getDefault().getID(),
                    Charset.defaultCharset().name(),
                    "assertions " + assertions, "open " + open);
        }

        static String command() throws IOException {
            return Files.readString(Path.of("/proc/self/cmdline")).replace('\0', ' ');
        }
    }

    static final class Place {
        String seen() {
            return Program.seen();
        }
    }

    private static List<String> run(List<String> options, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        words.addAll(options);
        words.addAll(List.of("-Dray.run-mode=CLUSTER", "-cp", System.getProperty("java.class.path"), Program.class.getName()));
        words.addAll(List.of(arguments));
        Process program = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(program.waitFor(60, TimeUnit.SECONDS));
            assertEquals(0, program.exitValue(), said);
            return said.lines().toList();
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void workersSeeTheOptionsOfTheDriver() throws Exception {
        List<String> said = run(OPTIONS);
        String seen = "north pole, de-CH, de-CH, Asia/Tokyo, ISO-8859-1, assertions true, open true";
        assertEquals(seen, said.get(0));
        assertEquals(seen, said.get(1));
        assertEquals(seen.replace("north", "south").replace("Asia/Tokyo", "UTC"), said.get(2), "an actor's own options win");
        assertTrue(said.get(3).contains(WorkerMain.class.getName()), said.get(3));
        assertFalse(said.get(3).contains("pole"), "properties may hold passwords, and command lines are for everybody: " + said.get(3));
    }

    @Test
    void workersHaveTheLocaleAndTheTimeZoneThatTheProgramChose() throws Exception {
        List<String> said = run(List.of("-Dregion=here"), "th-TH-u-ca-buddhist", "America/New_York");
        assertTrue(said.get(0).startsWith("here, th-TH-u-ca-buddhist, th-TH-u-ca-buddhist, America/New_York, "), said.get(0));
        assertEquals(said.get(0), said.get(1));
        assertTrue(said.get(1).endsWith("assertions false, open false"), said.get(1));
    }
}
