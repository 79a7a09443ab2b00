package dev.troupe.systemtests;

import static dev.troupe.systemtests.Ditask.HERE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Processes that die, and those that go on.
final class FaultsTest {
    private static final Duration PROMPTLY = Duration.ofSeconds(10);

    @RegisterExtension
    final Ditask ditask = new Ditask();

    @Test
    void aWorkerKilledInMidStreamComesBackAndGetsNothingOld() throws Exception {
        try (var job = ditask.startPlay("feed", HERE, "--parallel-workers", "3", "--auto-recover", ditask.directory().resolve("lives"))) {
            job.awaitLine("^\\[1] heard 2000 from 1$");
            Running.signal("KILL", job.pidOf(1));
            for (int other : List.of(0, 2)) {
                job.awaitLine("^\\[" + other + "] lost 1 at \\d+: its process was killed by signal 9 \\(SIGKILL\\)", PROMPTLY);
                job.awaitLine("^\\[" + other + "] joined 1");
            }
            var ended = job.ended();
            assertEquals(0, ended.exitCode(), ended::toString);
            long lastToTheOld = number(ended.of(0), "lost 1 at (\\d+): .*");
            var firsts = ended.of(1).stream().filter(line -> line.startsWith("first ")).map(line -> Long.parseLong(line.substring(6)))
                    .toList();
            assertEquals(2, firsts.size(), ended::toString);
            assertTrue(firsts.get(1) > lastToTheOld, ended::toString);
            for (int other : List.of(0, 2)) {
                var news = ended.of(other).stream().filter(line -> line.matches("(lost|joined) 1.*")).map(line -> line.substring(0, 4))
                        .toList();
                assertEquals(List.of("lost", "join"), news.subList(0, 2), ended::toString);
            }
        }
    }

    @Test
    void theOthersHearOfADeathAndItsCodeIsThatOfDitask() throws Exception {
        try (var job = ditask.startPlay("feed", HERE, "--parallel-workers", "3")) {
            job.awaitLine("^\\[1] heard 2000");
            Running.signal("KILL", job.pidOf(1));
            job.awaitLine("^\\[0] lost 1 at \\d+: its process was killed by signal 9", PROMPTLY);
            job.awaitLine("^\\[2] lost 1 at \\d+: its process was killed by signal 9", PROMPTLY);
            var ended = job.ended();
            assertEquals(137, ended.exitCode(), ended::toString);
            assertEquals("ditask: worker 1 was killed by signal 9 (SIGKILL)", ended.err().getLast());
        }
    }

    @Test
    void aWorkerThatCallsSystemExitIsReportedAtOnce() throws Exception {
        for (int code : List.of(3, 0)) {
            try (var job = ditask.startPlay("leaveEarly", HERE, "--parallel-workers", "3", code)) {
                for (int other : List.of(0, 2)) {
                    job.awaitLine("^\\[" + other + "] lost 1: it left while its task was open", PROMPTLY);
                    job.awaitLine("^\\[" + other + "] .*node 1 lost: its process exited with code " + code, PROMPTLY);
                }
                assertTrue(job.isAlive(), "the others go on");
            }
        }
    }

    @Test
    void aWorkerWhosePortWasTakenBeforeItCameBackMovesAndIsFound() throws Exception {
        var ended = ditask.play("lendPort", HERE, "--parallel-workers", "2", "--auto-recover");
        assertEquals(0, ended.exitCode(), ended::toString);
        var moved = ended.of(1, "moved").split(" ", -1);
        assertTrue(ended.err().stream().anyMatch(line -> line.matches("troupe: worker 0 is listening on 127.0.0.1:" + moved[3] + " .*")),
                ended::toString);
    }

    @Test
    void ofTwoThatFailTheFirstDecidesTheExitCode() throws Exception {
        var ended = ditask.play("exitInTurn", HERE, "--parallel-workers", "3");
        assertEquals(3, ended.exitCode(), ended::toString);
        assertEquals(List.of("lost 1", "lost 2"), ended.of(0).stream().map(line -> line.substring(0, 6)).sorted().toList());
        assertEquals("ditask: worker 1 exited with code 3", ended.err().getLast());
    }

    @Test
    void aListenerThatThrowsIsNamedWithItsEvent() throws Exception {
        var ended = ditask.play("throwingListener", HERE, "--parallel-workers", "2");
        assertEquals(1, ended.exitCode(), ended::toString);
        assertTrue(ended.err().stream().anyMatch(line -> line.matches(".*TaskFailedException.*'greeting'.*Programs.*cannot stand Hi.*")),
                ended::toString);
    }

    @Test
    void aPeerThatCameAndLeftIsNotWaitedFor() throws Exception {
        var ended = ditask.play("comeLate", HERE, "--parallel-workers", "2").ok();
        assertTrue(ended.of(1).contains("opened"), ended::toString);
    }

    @Test
    void noWorkerOutlivesAKilledDitask() throws Exception {
        var temporary = Files.createDirectory(ditask.directory().resolve("tmp"));
        try (var job = ditask.with("TMPDIR", temporary).startPlay("linger", "--protocol", "ipc", "--parallel-workers", "2")) {
            var workers = List.of(job.pidOf(0), job.pidOf(1));
            Running.signal("KILL", job.pid());
            for (long worker : workers) assertEnds(worker);
        }
    }

    @Test
    void controlCEndsEverything() throws Exception {
        // A build in the background ignores the signal, and so would what it starts.
        var call = ditask.call().after("env", "--default-signal=INT");
        try (var job = call.startPlay("linger", HERE, "--parallel-workers", "2", "--auto-recover")) {
            var workers = List.of(job.pidOf(0), job.pidOf(1));
            // A terminal sends it to all of them; whoever is quicker.
            Running.signal("INT", workers.getFirst());
            Running.signal("INT", job.pid());
            var ended = job.ended(PROMPTLY);
            assertEquals(130, ended.exitCode(), ended::toString);
            assertEquals(List.of(), ended.err().stream().filter(line -> line.contains("is restarted")).toList());
            for (long worker : workers) assertFalse(Files.exists(Path.of("/proc", Long.toString(worker))), ended::toString);
        }
    }

    /// A JVM that gets the signal while it starts prints errors of its own.
    @Test
    void controlCWhileTheWorkersStartIsQuiet() throws Exception {
        try (var job = ditask.call().after("env", "--default-signal=INT").startPlay("linger", HERE, "--parallel-workers", "8")) {
            var launcher = ProcessHandle.of(job.pid()).orElseThrow();
            while (workers(launcher).size() < 4) LockSupport.parkNanos(1_000_000);
            workers(launcher).forEach(worker -> worker.destroy());
            Running.signal("INT", job.pid());
            var ended = job.ended(Duration.ofSeconds(30));
            assertEquals(130, ended.exitCode(), ended::toString);
            assertEquals(List.of(),
                    ended.err().stream().filter(line -> line.matches(".*(Runtime.exit|initialization of VM|at java).*")).toList());
        }
    }

    private static List<ProcessHandle> workers(ProcessHandle launcher) {
        return launcher.children().filter(child -> child.info().command().filter(command -> command.endsWith("/java")).isPresent())
                .toList();
    }

    private static void assertEnds(long pid) throws Exception {
        var process = ProcessHandle.of(pid);
        if (process.isPresent()) process.get().onExit().get(PROMPTLY.toSeconds(), TimeUnit.SECONDS);
    }

    private static long number(List<String> lines, String regex) {
        return lines.stream().filter(line -> line.matches(regex)).map(line -> Long.parseLong(line.replaceAll(regex, "$1"))).findFirst()
                .orElseThrow(() -> new AssertionError(regex + " in " + lines));
    }
}
