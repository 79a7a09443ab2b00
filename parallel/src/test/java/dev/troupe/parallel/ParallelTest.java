package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.process.PrivateDirectory;
import dev.troupe.task.Crew;
import dev.troupe.task.Main;
import dev.troupe.task.Parallel;
import dev.troupe.task.Protocol;
import dev.troupe.task.Router;
import dev.troupe.task.SettingException;
import dev.troupe.task.Task;
import dev.troupe.task.Topology;
import dev.troupe.task.WorkerFailedException;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelTest {
    private static final long IN_TIME_SECONDS = 60;

    @TempDir
    Path directory;

    private final PrintStream realOut = System.out;
    private final PrintStream realErr = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path token;

    @BeforeEach
    void catchOutput() throws IOException {
        token = Files.setPosixFilePermissions(Files.writeString(directory.resolve("token"), "secret of this test"),
                PosixFilePermissions.fromString("rw-------"));
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void releaseOutput() {
        System.setOut(realOut);
        System.setErr(realErr);
    }

    private Parallel workers(int count) {
        return Parallel.workers(count).protocol(Protocol.IPC).topology(Topology.ALONE).tokenFile(token);
    }

    private Set<String> out() {
        return new TreeSet<>(out.toString(StandardCharsets.UTF_8).lines().toList());
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void everyLineOfAWorkerCarriesItsNodeId() {
        workers(2).nodeIds(4).run(WorkerPrograms::greet);
        assertEquals(Set.of("[4] hello from node 4", "[4] no line end", "[5] hello from node 5", "[5] no line end"), out());
        assertEquals(Set.of("[4] warning from node 4", "[5] warning from node 5"), new TreeSet<>(err().lines().toList()));
    }

    @Test
    void theOutputGoesWhereTheProgramWantsIt() {
        ByteArrayOutputStream elsewhere = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(elsewhere, true, StandardCharsets.UTF_8);
        workers(1).output(stream, stream).run(WorkerPrograms::greet);
        assertEquals(Set.of("[0] hello from node 0", "[0] warning from node 0", "[0] no line end"),
                new TreeSet<>(elsewhere.toString(StandardCharsets.UTF_8).lines().toList()));
        assertEquals(Set.of(), out());
    }

    @Test
    void aTokenThatOthersCanReadIsALineOfTheStarter() throws IOException {
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        workers(1).run(WorkerPrograms::node);
        assertTrue(err().startsWith("troupe: other users of this machine can read the token file " + token), err());
        assertEquals(1, err().lines().count(), err());
    }

    @Test
    void propertiesReachTheWorkersWholeAndNobodyElse() {
        workers(1).jvmOptions("-Dmy.secret=two\nlines\r of \"it\"").run(() -> WorkerPrograms.showProperty("my.secret"));
        assertEquals(Set.of("[0] visible: false, value: two\\nlines\\r of \"it\""), out(), this::err);
    }

    @Test
    void theFirstFailedWorkerIsTheResultAndTheOthersGoOn() {
        WorkerFailedException failure = assertThrows(WorkerFailedException.class,
                () -> workers(2).run(WorkerPrograms::exitWithThreeOnNodeOne));
        assertEquals(List.of(1, 3, "exited with code 3"), List.of(failure.nodeId(), failure.exitCode(), failure.how()));
        assertTrue(out().contains("[0] the other went on"));
    }

    @Test
    void anExceptionOfMainIsShownWithoutOurOwnFrames() {
        WorkerFailedException failure = assertThrows(WorkerFailedException.class, () -> workers(1).run(WorkerPrograms::fail));
        assertEquals(1, failure.exitCode());
        assertTrue(err().contains("[0] Exception in main: java.lang.IllegalStateException: the user's own mistake"), err());
        assertTrue(err().contains("WorkerPrograms.fail("), err());
        assertFalse(err().contains("dev.troupe.task.Worker."), err());
    }

    @Test
    void theCauseIsWhatMainThrew() {
        WorkerFailedException failure = assertThrows(WorkerFailedException.class, () -> workers(2).run(WorkerPrograms::fail));
        assertEquals(IllegalStateException.class, failure.getCause().getClass());
        assertEquals("the user's own mistake", failure.getCause().getMessage());
        assertEquals("fail", failure.getCause().getStackTrace()[0].getMethodName());
    }

    @Test
    void aCauseThatCannotTravelReadsTheSame() {
        Path file = directory.resolve("failure");
        MainFailure.write(new IllegalStateException("outer", new Homebound(Thread.currentThread())), file);
        Throwable cause = MainFailure.read(file).orElseThrow();
        assertEquals("java.lang.IllegalStateException: outer", cause.toString());
        assertEquals(Homebound.class.getName() + ": inner of " + Thread.currentThread().getName(), cause.getCause().toString());
        assertEquals(getClass().getName(), cause.getStackTrace()[0].getClassName());
    }

    private static final class Homebound extends IOException {
        private static final long serialVersionUID = 1L;
        @SuppressWarnings("serial") // that is the point
        private final Thread thread;

        Homebound(Thread thread) {
            this.thread = thread;
        }

        @Override
        public String getMessage() {
            return "inner of " + thread.getName();
        }
    }

    @Test
    void aWorkerThatExitsInMidTaskIsToldAtOnce() {
        for (int code : List.of(0, 3)) {
            Main main = () -> WorkerPrograms.noticeTheExitOfNodeOne(code);
            if (code == 0) {
                workers(2).topology(Topology.MESH).run(main);
            } else {
                assertEquals(code,
                        assertThrows(WorkerFailedException.class, () -> workers(2).topology(Topology.MESH).run(main)).exitCode());
            }
            assertEquals(Set.of("[0] told: it left while its task was open",
                    "[0] logged: node 1 lost: its process exited with code " + code + " while its task was open"), out(), this::err);
            out.reset();
        }
    }

    @Test
    void aWorkerThatEndsInGoodOrderIsNotLost() {
        workers(2).topology(Topology.MESH).run(WorkerPrograms::greetEachOther);
        assertEquals("", err());
    }

    @Test
    void twoRunsOfOneProgramThatStartTogetherDoNotMeet() throws Exception {
        List<FutureTask<Void>> runs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            runs.add(new Crew().start(() -> {
                Parallel.workers(2).tokenFile(token).run(WorkerPrograms::meetOneOther);
                return null;
            }));
        }
        for (FutureTask<Void> run : runs) {
            assertNull(run.get(IN_TIME_SECONDS, TimeUnit.SECONDS));
        }
        assertEquals(Set.of("[0] met 1", "[1] met 0"), out(), this::err);
        assertEquals(6, out.toString(StandardCharsets.UTF_8).lines().count(), this::err);
    }

    @Test
    void workersOfOneStarterLinkOverLoopback() {
        Parallel.workers(2).tokenFile(token).debug(true).run(WorkerPrograms::greetEachOther);
        assertEquals(Set.of("[0] Get msg: Hi"), out());
        assertTrue(err().matches("(?s).*troupe: worker 0 is listening on [0-9.]+:\\d+.*"), err());
    }

    @Test
    void aForeignProgramOnTheDefaultPortIsSteppedOverAndTheAddressIsPrinted() throws IOException {
        Optional<ServerSocket> ours;
        do {
            ours = listen(Layout.FIRST_PORT);
            try {
                Parallel.workers(1).tokenFile(token).run(WorkerPrograms::greet);
            } finally {
                if (ours.isPresent()) {
                    ours.get().close();
                }
            }
            // Another run on this machine that has the port will do, unless it ended meanwhile.
        } while (ours.isEmpty() && !err().contains("is in use"));
        assertTrue(err().matches("(?s).*troupe: worker 0 is listening on [0-9.]+:\\d+ \\(50515 is in use\\)\n.*"), err());
    }

    /// On loopback only, where the default address has the same port.
    private static Optional<ServerSocket> listen(int port) {
        try {
            return Optional.of(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        } catch (IOException taken) {
            return Optional.empty();
        }
    }

    @Test
    void oneWorkerAloneIsStandalone() {
        workers(1).run(() -> System.out.println(Task.start().labels()));
        assertEquals(Set.of("[0] [node.0, standalone]"), out());
    }

    @Test
    void retriesWithoutRecoveryAreRefused() {
        SettingException e = assertThrows(SettingException.class, () -> workers(1).maxRetries(2).run(WorkerPrograms::greet));
        assertTrue(e.getMessage().contains("auto-recover"), e.getMessage());
    }

    @Test
    void whatALambdaCapturesTravelsWithIt() {
        String text = "captured";
        List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3));
        workers(1).run(() -> System.out.println(text + " " + numbers));
        assertEquals(Set.of("[0] captured [1, 2, 3]"), out());
    }

    @Test
    void theResultsOfTheWorkersComeInTheirOrder() {
        record Part(int node, int of, List<String> words) {}
        String word = "captured";
        List<Part> parts = workers(3).nodeIds(7, 5, 6)
                .call(() -> new Part(WorkerPrograms.node(), Router.current().size(), List.of(word)));
        assertEquals(List.of(new Part(7, 3, List.of("captured")), new Part(5, 3, List.of("captured")), new Part(6, 3, List.of("captured"))),
                parts);
    }

    @Test
    void aResultMayBeNothing() {
        assertEquals(Collections.singletonList(null), workers(1).call(() -> null));
    }

    @Test
    void inAWorkerItIsSimplyCalledAndItsResultIsTheOnlyOne() {
        List<List<Integer>> results = workers(2).call(() -> Parallel.workers(2).call(WorkerPrograms::node));
        assertEquals(List.of(List.of(0), List.of(1)), results);
    }

    @Test
    void aWorkerThatFailsLeavesNoResult() {
        WorkerFailedException failure = assertThrows(WorkerFailedException.class, () -> workers(2).call(() -> {
            WorkerPrograms.fail();
            return 1;
        }));
        assertEquals(1, failure.exitCode());
        assertTrue(err().contains("the user's own mistake"), err());
    }

    @Test
    void aResultThatCannotTravelIsNamedInOneLine() {
        WorkerFailedException failure = assertThrows(WorkerFailedException.class, () -> workers(1).call(Thread::currentThread));
        assertTrue(err().startsWith("[0] main failed: the result of node 0 cannot be sent to the process that called: "), err());
        assertEquals(1, err().lines().count(), err());
        assertTrue(failure.getCause().getMessage().startsWith("the result of node 0 cannot be sent"), failure.getCause().getMessage());
    }

    @Test
    void aWorkerThatLeavesBeforeItsWorkIsDoneHasFailed() {
        WorkerFailedException failure = assertThrows(WorkerFailedException.class, () -> workers(1).call(() -> {
            System.exit(0);
            return 1;
        }));
        assertTrue(failure.getMessage().startsWith("worker 0 ended without a result"), failure.getMessage());
    }

    @Test
    void whatCannotTravelIsNamed() {
        Thread thread = Thread.currentThread();
        SettingException e = assertThrows(SettingException.class, () -> workers(1).run(() -> thread.join()));
        assertTrue(e.getMessage().contains("captured by the lambda") && e.getMessage().contains("static method"), e.getMessage());
    }

    @Test
    void parallelInsideAWorkerRunsInPlaceAndInputIsEmpty() {
        workers(1).run(() -> {
            WorkerPrograms.nested();
            WorkerPrograms.readInput();
            WorkerPrograms.leaveAThread();
        });
        assertEquals(Set.of("[0] in place on node 0", "[0] input ends: -1", "[0] the last thread"), out());
        assertEquals("[0] Parallel.workers(5) runs in this process alone: ditask decides the layout, start it with"
                + " --parallel-workers 5\n", err());
    }

    @Test
    void parallelInsideAWorkerIsSilentWhenTheNumberIsRight() {
        workers(2).run(() -> Parallel.workers(2).run(() -> System.out.println("in place")));
        assertEquals(Set.of("[0] in place", "[1] in place"), out());
        assertEquals("", err());
    }

    @Test
    void aMainThatThrowsIsRunAgainInTheSameProcess() {
        String log = directory.resolve("tries").toString();
        workers(1).autoRecover(true).maxRetries(2).run(() -> {
            int tries = WorkerPrograms.tries(Path.of(log));
            System.out.println("try " + tries + " in " + ProcessHandle.current().pid());
            if (tries < 3) {
                throw new IllegalStateException("try " + tries);
            }
        });
        assertEquals(3, out().size());
        assertEquals(1, out().stream().map(line -> line.substring(line.indexOf(" in "))).distinct().count());
        assertTrue(err().contains("retry 2 of 2"), err());
    }

    @Test
    void theOthersGoOnWhileAMainThatThrewIsRunAgain() {
        String log = directory.resolve("tries").toString();
        Parallel.workers(3).protocol(Protocol.IPC).tokenFile(token).autoRecover(true).maxRetries(1)
                .run(() -> WorkerPrograms.throwOnceOnNodeOne(Path.of(log)));
        assertEquals(Set.of("[0] node 1 is back", "[2] node 1 is back"), out(), this::err);
    }

    @Test
    void aProcessThatDiesIsStartedAgainWithItsNodeId() {
        String log = directory.resolve("tries").toString();
        workers(1).nodeIds(9).autoRecover(true).run(() -> {
            if (WorkerPrograms.tries(Path.of(log)) == 1) {
                WorkerPrograms.endAtOnce();
            }
            System.out.println("second life");
        });
        assertEquals(Set.of("[9] second life"), out());
        assertEquals("troupe: worker 9 exited with code 7 and is restarted, retry 1\n", err());
    }

    @Test
    void throwsAndDeathsCountTogetherUpToTheLimit() throws IOException {
        Path log = directory.resolve("tries");
        String name = log.toString();
        WorkerFailedException failure = assertThrows(WorkerFailedException.class,
                () -> workers(1).autoRecover(true).maxRetries(2).run(() -> {
                    if (WorkerPrograms.tries(Path.of(name)) == 2) {
                        WorkerPrograms.endAtOnce();
                    }
                    WorkerPrograms.fail();
                }));
        assertEquals(1, failure.exitCode());
        assertEquals(3, Files.size(log));
    }

    @Test
    void whatAnEarlierLifeLeftSaysNothingAboutTheLast() {
        String log = directory.resolve("tries").toString();
        WorkerFailedException failure = assertThrows(WorkerFailedException.class,
                () -> workers(1).autoRecover(true).maxRetries(1).run(() -> {
                    if (WorkerPrograms.tries(Path.of(log)) == 1) {
                        throw new InternalError("only a new process helps");
                    }
                    WorkerPrograms.endAtOnce();
                }));
        assertEquals(7, failure.exitCode());
        assertNull(failure.getCause());
    }

    @Test
    void optionsReachTheJvmAndWinOverOurs() {
        workers(1).jvmOptions("-XX:+UseG1GC", "-Dflavour=mint").run(() -> System.out.println(System.getProperty("flavour")));
        assertEquals(Set.of("[0] mint"), out());
    }

    @Test
    void eventsOfOneWorkerReachTheOther() {
        for (Protocol protocol : Protocol.values()) {
            Parallel.workers(2).protocol(protocol).tokenFile(token).run(WorkerPrograms::greetEachOther);
            assertEquals(Set.of("[0] Get msg: Hi"), out(), protocol.toString());
            out.reset();
        }
    }

    @Test
    void theOthersAreToldWhenAWorkerDies() {
        WorkerFailedException failure = assertThrows(WorkerFailedException.class,
                () -> workers(2).topology(Topology.MESH).run(WorkerPrograms::noticeTheDeathOfNodeOne));
        assertEquals(7, failure.exitCode());
        assertEquals(Set.of("[0] told: true"), out());
    }

    @Test
    void aTakenPortIsNamedWithItsHolder() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            SettingException e = assertThrows(SettingException.class,
                    () -> Parallel.workers(1).address("127.0.0.1").ports(port).run(WorkerPrograms::greet));
            assertTrue(e.getMessage().contains("port " + port + " is in use by process " + ProcessHandle.current().pid()), e.getMessage());
        }
    }

    @Test
    void anAddressOfAnotherHostIsRefused() {
        SettingException e = assertThrows(SettingException.class,
                () -> Parallel.workers(1).address("192.0.2.1").run(WorkerPrograms::greet));
        assertTrue(e.getMessage().contains("192.0.2.1 is not an address of this host"), e.getMessage());
    }

    @Test
    void noWorkerOutlivesAKilledLauncher() throws Exception {
        List<ProcessHandle> workers = new ArrayList<>();
        Process launcher = launcher(workers, List.of());
        launcher.destroyForcibly().waitFor();
        for (ProcessHandle worker : workers) {
            worker.onExit().get(IN_TIME_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    void anInterruptedLauncherLeavesNothingBehind() throws Exception {
        List<ProcessHandle> workers = new ArrayList<>();
        Process launcher = launcher(workers, List.of());
        assertEquals(0, new ProcessBuilder("kill", "-INT", Long.toString(launcher.pid())).start().waitFor());
        assertTrue(launcher.waitFor(IN_TIME_SECONDS, TimeUnit.SECONDS));
        assertEquals(130, launcher.exitValue());
        for (ProcessHandle worker : workers) {
            assertFalse(worker.isAlive());
        }
        assertEquals(List.of(), shared());
    }

    @Test
    void whatALauncherAndItsWorkersLeftThatWereKilledTogetherIsRemovedByTheNextOne() throws Exception {
        List<ProcessHandle> workers = new ArrayList<>();
        Process launcher = launcher(workers, List.of());
        for (ProcessHandle worker : workers) {
            assertEquals(0, new ProcessBuilder("kill", "-STOP", Long.toString(worker.pid())).start().waitFor()); // sees no death any more
        }
        launcher.destroyForcibly().waitFor();
        for (ProcessHandle worker : workers) {
            worker.destroyForcibly();
            worker.onExit().get(IN_TIME_SECONDS, TimeUnit.SECONDS);
        }
        List<Path> left = shared();
        assertEquals(1, left.size());
        Process next = launcher(new ArrayList<>(), List.of());
        List<Path> now = shared();
        assertEquals(1, now.size());
        assertNotEquals(left, now);
        next.destroy();
        assertTrue(next.waitFor(IN_TIME_SECONDS, TimeUnit.SECONDS));
        assertEquals(List.of(), shared());
    }

    /// What launchers share with their workers.
    private List<Path> shared() throws IOException {
        try (var files = Files.list(PrivateDirectory.in(directory.resolve("tmp")))) {
            return files.toList();
        }
    }

    @Test
    void aWorkerThatDoesNotEndWhenAskedIsKilledAndNamed() throws Exception {
        Process launcher = launcher(new ArrayList<>(), List.of("stubborn"));
        launcher.destroy();
        assertTrue(launcher.waitFor(IN_TIME_SECONDS, TimeUnit.SECONDS));
        assertEquals("troupe: worker 1 had not ended after 5 s and was killed; its undelivered messages are lost\n",
                Files.readString(directory.resolve("launcher.err")));
    }

    /// Starts a launcher with two workers, and waits until both have said who they are.
    private Process launcher(List<ProcessHandle> workers, List<String> more) throws IOException {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        // whoever runs the tests in the background may have had them ignore interrupts
        List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Djava.io.tmpdir=" + temporary, "-cp",
                System.getProperty("java.class.path"), WorkerPrograms.class.getName(), token.toString()));
        words.addAll(more);
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(directory.resolve("launcher.err").toFile());
        builder.environment().keySet().removeAll(Set.of("DI_NODES", "DI_RANK"));
        Process launcher = builder.start();
        BufferedReader lines = launcher.inputReader();
        while (workers.size() < 2) {
            String line = lines.readLine();
            assertTrue(line != null, () -> "the launcher ended early, see " + directory.resolve("launcher.err"));
            if (line.contains("] pid ")) {
                workers.add(ProcessHandle.of(Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).orElseThrow());
            }
        }
        return launcher;
    }
}
