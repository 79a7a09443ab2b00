package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.RayException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InterruptedProgramTest {
    static final class Program {
        public static void main(String[] arguments) {
            Ray.init();
            Ray.task(Program::waitForEver).remote().get();
        }

        private static int waitForEver() throws InterruptedException {
            System.out.println("waiting");
            new CountDownLatch(1).await();
            return 0;
        }
    }

    static final class Hooked {
        public static void main(String[] arguments) {
            Ray.init();
            ObjectRef<Integer> never = Ray.task(Program::waitForEver).remote();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    never.get();
                } catch (RayException e) {
                    System.out.println(e.getMessage());
                }
            }));
            System.exit(3);
        }
    }

    @Test
    void aShutdownHookThatWaitsIsTold() throws IOException, InterruptedException {
        Process program = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "-Dray.run-mode=CLUSTER", Hooked.class.getName()).redirectErrorStream(true).start();
        try {
            assertTrue(program.waitFor(30, TimeUnit.SECONDS));
            assertEquals(3, program.exitValue());
            String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(output.contains("Ray was shut down"), output);
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void aProgramThatIsInterruptedEndsWithoutComplaints() throws IOException, InterruptedException {
        // whoever runs the tests in the background may have had them ignore it
        Process program = new ProcessBuilder("env", "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", System.getProperty("java.class.path"),
                Program.class.getName()).start();
        try {
            assertEquals("waiting", program.inputReader().readLine());
            assertEquals(0, new ProcessBuilder("kill", "-INT", Long.toString(program.pid())).start().waitFor());
            assertTrue(program.waitFor(60, TimeUnit.SECONDS));
            assertEquals(130, program.exitValue());
            assertEquals("", new String(program.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        } finally {
            program.destroyForcibly();
        }
    }
}
