package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.Ray;
import io.ray.api.exception.RayActorException;
import io.ray.api.exception.RayWorkerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.io.TempDir;

/// Workers that do not come as far as their work.
final class FailedStartsTest {
    @TempDir
    Path folder;

    /// Ends a JVM as signal 9 does, before its main begins: always, or the first two times.
    static final class Killer {
        public static void premain(String counter) throws IOException {
            var starts = Path.of(counter);
            var before = Files.readString(starts);
            Files.writeString(starts, before + "x");
            if (before.length() < 2 || before.startsWith("always")) Runtime.getRuntime().halt(128 + 9);
        }
    }

    private Path counter;

    private String agent(String start) throws IOException {
        counter = Files.writeString(folder.resolve("starts"), start);
        var jar = folder.resolve("killer.jar");
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Killer.class.getName());
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var code = Killer.class.getResourceAsStream("/" + Killer.class.getName().replace('.', '/') + ".class")) {
            out.putNextEntry(new JarEntry(Killer.class.getName().replace('.', '/') + ".class"));
            code.transferTo(out);
        }
        return "-javaagent:" + jar + "=" + counter;
    }

    private static int one() {
        return 1;
    }

    @In(value = CLUSTER, started = false)
    void aWorkerThatIsKilledWhileItStartsIsTriedAgain() throws IOException {
        System.setProperty("ray.job.jvm-options.0", agent(""));
        Ray.init();
        assertEquals(1, Ray.task(FailedStartsTest::one).remote().get());
        assertEquals("xxx", Files.readString(counter));
    }

    @In(value = CLUSTER, started = false)
    void workersThatAreAlwaysKilledAreNoFaultOfTheEnvironment() throws IOException {
        System.setProperty("ray.job.jvm-options.0", agent("always "));
        Ray.init();
        var task = Ray.task(FailedStartsTest::one).remote();
        var failure = assertThrows(RayWorkerException.class, task::get);
        assertTrue(failure.getMessage().startsWith("No worker process could be started for task ")
                && failure.getMessage().contains("signal 9"), failure.getMessage());
        assertEquals("always xxxxx", Files.readString(counter), "five times");
        var actor = Ray.actor(Counter::new, 1).setJvmOptions(List.of("-Dmy=own")).remote();
        var death = assertThrows(RayActorException.class, () -> actor.task(Counter::value).remote().get());
        assertTrue(death.getMessage().contains("no worker process could be started for it: "), death.getMessage());
    }
}
