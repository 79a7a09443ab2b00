package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.Ray;
import io.ray.api.exception.RayActorException;
import io.ray.api.exception.RayWorkerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.io.TempDir;

/// Workers whose processes end before they are ready, as if they had been killed.
final class WorkerStartsTest {
    @TempDir
    Path folder;
    private Path starts;

    /// An agent that ends the first JVMs it comes into before their main begins, and counts them.
    public static final class Executioner {
        private Executioner() {}

        public static void premain(String said) throws IOException {
            var words = said.split(",", 2);
            var starts = Path.of(words[0]);
            Files.writeString(starts, "started\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            if (Files.readAllLines(starts).size() <= Integer.parseInt(words[1])) {
                Runtime.getRuntime().halt(128 + 9);
            }
        }
    }

    static final class Actor {
        int seven() {
            return 7;
        }
    }

    private static int six() {
        return 6;
    }

    /// @return the option of a JVM that dies if it is among the first so many
    private String dying(int times) throws IOException {
        starts = folder.resolve("starts");
        var jar = folder.resolve("agent.jar");
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Executioner.class.getName());
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return "-javaagent:" + jar + "=" + starts + "," + times;
    }

    private void init(int times) throws IOException {
        System.setProperty("ray.job.jvm-options.0", dying(times));
        Ray.init();
    }

    private int attempts() throws IOException {
        return Files.readAllLines(starts).size();
    }

    @In(value = {EMBEDDED, CLUSTER}, started = false)
    void aWorkerThatIsKilledAtItsStartIsStartedAgain() throws IOException {
        init(2);
        assertEquals(6, Ray.task(WorkerStartsTest::six).remote().get());
        assertEquals(3, attempts());
    }

    @In(value = {EMBEDDED, CLUSTER}, started = false)
    void aTaskWhoseWorkersAreKilledAtTheirStartFailsAfterThree() throws IOException {
        init(100);
        var thrown = assertThrows(RayWorkerException.class, Ray.task(WorkerStartsTest::six).remote()::get);
        assertTrue(thrown.getMessage().contains("was killed by signal 9 (SIGKILL) while it started"), thrown.getMessage());
        assertEquals(3, attempts());
    }

    @In({EMBEDDED, CLUSTER})
    void anActorWhoseWorkersAreKilledAtTheirStartDies() throws IOException {
        var actor = Ray.actor(Actor::new).setJvmOptions(List.of(dying(100))).remote();
        var thrown = assertThrows(RayActorException.class, actor.task(Actor::seven).remote()::get);
        assertTrue(thrown.getMessage().contains("was killed by signal 9 (SIGKILL) while it started"), thrown.getMessage());
        assertEquals(3, attempts());
    }
}
