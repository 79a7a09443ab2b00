package dev.troupe.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.head.Isolation;
import dev.troupe.head.JobKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.StartFailure;
import dev.troupe.head.WorkerSettings;
import dev.troupe.process.ClassPath;
import dev.troupe.process.PrivateDirectory;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private final Observer observer = new Observer();
    private Node node;

    @BeforeEach
    void open() throws IOException {
        node = Node.open(NodeSettings.of(WorkerPrograms.class.getName(), 1 << 20).in(parent).showingOn(screen.console()), observer);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private void start(WorkerSettings settings, String... arguments) {
        start(settings, ClassPath.ofThisProcess(), arguments);
    }

    private void start(WorkerSettings settings, ClassPath code, String... arguments) {
        node.start(new ProcessKey(1), settings, List.of(), () -> code, List.of(arguments), PATIENCE);
    }

    private static WorkerSettings shared() {
        return WorkerSettings.shared(new JobKey(1));
    }

    private static WorkerSettings options(String... options) {
        return new WorkerSettings(new JobKey(1), Isolation.PROCESS, List.of(options), Map.of(), List.of(), Optional.empty());
    }

    private static WorkerSettings variables(Map<String, String> variables) {
        return new WorkerSettings(new JobKey(1), Isolation.PROCESS, List.of(), variables, List.of(), Optional.empty());
    }

    private List<Path> logs() throws IOException {
        Path logs = node.sessionDirectory().resolve("logs");
        if (!Files.exists(logs)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(logs)) {
            return all.toList();
        }
    }

    @Test
    void whatAWorkerPrintsIsShownWithAPrefix() throws Exception {
        start(shared(), "say", "hello");
        String line = screen.await("hello");
        HowItEnded end = observer.end(1);
        assertEquals("(worker pid=" + end.pid() + ") hello", line);
        assertEquals(observer.pid(1), end.pid());
        assertEquals(0, end.exitCode());
        assertEquals(List.of("hello"), end.logTail());
        assertEquals(List.of(), end.logs(), "it ended well");
        assertEquals(List.of(), logs());
    }

    @Test
    void aKilledWorkerLeavesWordOfWhatItRan() throws Exception {
        start(shared(), "wait");
        screen.await("waiting");
        ProcessHandle.of(observer.pid(1)).orElseThrow().destroyForcibly();
        HowItEnded end = observer.end(1);
        assertEquals("was killed by signal 9 (SIGKILL)", end.how());
        assertEquals(Set.of(42L), end.ran());
        assertFalse(end.asked());
        assertEquals(1, end.logs().size());
        assertTrue(end.text().contains(end.logs().getFirst() + "; its last lines:\n    waiting"), end.text());
        node.close();
        assertEquals("waiting\n", Files.readString(end.logs().getFirst()));
        try (Stream<Path> left = Files.list(node.sessionDirectory())) {
            assertEquals(List.of(node.sessionDirectory().resolve("logs")), left.toList());
        }
    }

    @Test
    void aWorkerEndsWhenItsNodeDoesNotExtendItsLife() throws Exception {
        start(shared(), "wait");
        screen.await("waiting");
        node.endWorkersAt(System.nanoTime() + Duration.ofHours(1).toNanos());
        assertTrue(ProcessHandle.of(observer.pid(1)).orElseThrow().isAlive());
        node.endWorkersAt(System.nanoTime());
        assertEquals(1, observer.end(1).exitCode());
    }

    @Test
    void logsThatHaveAPlaceOfTheirOwnAllStayThere() throws Exception {
        node.close();
        Path logs = parent.resolve("logs");
        node = Node.open(NodeSettings.of(WorkerPrograms.class.getName(), 1 << 20).in(parent).showingOn(screen.console()).loggingTo(logs)
                .keeping(1_000, 3), observer);
        start(shared(), "say", "hello");
        assertEquals(0, observer.end(1).exitCode());
        node.close();
        assertEquals("hello\n", Files.readString(logs.resolve(node.sessionDirectory().getFileName()).resolve("worker-1.out")));
    }

    @Test
    void theEndOfAWorkerIsSaidInWords() throws Exception {
        record End(List<String> program, String how) {}
        List<End> ends = List.of(new End(List.of("exit", "3"), "called System.exit(3)"),
                new End(List.of("exit", "137"), "called System.exit(137)"),
                new End(List.of("halt", "4"), "exited with code 4"),
                new End(List.of("halt", "0"), "exited with code 0"));
        for (int i = 0; i < ends.size(); i++) {
            node.start(new ProcessKey(i), shared(), List.of(), ClassPath::ofThisProcess, ends.get(i).program(), PATIENCE);
        }
        for (int i = 0; i < ends.size(); i++) {
            assertEquals(ends.get(i).how(), observer.end(i).how());
        }
    }

    @Test
    void aWorkerWithoutMemoryEndsAndSaysSo() throws Exception {
        start(options("-Xmx40m"), "fill memory");
        assertEquals("ran out of memory (Java heap space): increase its heap with the JVM option -Xmx", observer.end(1).how());
    }

    @Test
    void theLastTwentyLinesComeWithTheEnd() throws Exception {
        start(shared(), "print lines", "100");
        HowItEnded end = observer.end(1);
        assertEquals(IntStream.range(80, 100).mapToObj(i -> "line " + i).toList(), end.logTail());
        assertEquals("called System.exit(1)", end.how());
    }

    @Test
    void endlessOutputFillsNeitherMemoryNorDisk() throws Exception {
        start(options("-Xmx64m"), "print without end");
        screen.awaitBytes(30L << 20);
        long onDisk = 0;
        for (Path log : logs()) {
            onDisk += Files.size(log);
        }
        assertTrue(onDisk <= 2 * LogFile.Limits.USUAL.bytes() + (1 << 16), onDisk + " bytes of logs");
        node.stop(new ProcessKey(1), true);
        HowItEnded end = observer.end(1);
        assertTrue(end.asked());
        assertTrue(screen.longestWrite() < 200_000, "a line is cut");
        assertTrue(end.logTail().stream().mapToInt(String::length).sum() <= 20 * 500);
    }

    @Test
    void whatTheJvmRefusesIsSaidInItsOwnWords() throws Exception {
        start(options("-XX:+NoSuchOption"), "say", "never");
        String why = observer.failure(1);
        assertTrue(why.startsWith("its JVM exited with code 1 while it started; its output:\n"), why);
        assertTrue(why.contains("Unrecognized VM option 'NoSuchOption'"), why);
    }

    @Test
    void aWordThatIsNoOptionIsNotTakenForTheMainClass() throws Exception {
        start(options("-Dpassword=sesame", "Xmx1g"), "say", "never");
        assertEquals("'Xmx1g' is not a JVM option: options begin with '-', e.g. -Xmx1g", observer.failure(1));
        assertEquals(StartFailure.SETTINGS, observer.cause(1));
    }

    /// Its settings are not to blame: the next one may start well.
    @Test
    void oneThatIsKilledBeforeItBeginsHasDied() throws Exception {
        // a JVM that waits for somebody to debug it has not begun
        start(options("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0"), "say", "never");
        screen.await("Listening for transport");
        ProcessHandle.of(observer.pid(1)).orElseThrow().destroyForcibly();
        assertTrue(observer.failure(1).startsWith("its JVM was killed by signal 9 (SIGKILL) while it started"), observer.failure(1));
        assertEquals(StartFailure.DEATH, observer.cause(1));
    }

    @Test
    void optionsReachTheJvm() throws Exception {
        start(options("-Dgreeting=hello world", "--add-opens", "java.base/java.util=ALL-UNNAMED"), "properties", "greeting",
                "ray.worker.mode");
        screen.await("greeting=hello world");
        screen.await("ray.worker.mode=WORKER");
        assertEquals(0, observer.end(1).exitCode());
    }

    @Test
    void variablesAreThoseOfThisProcessAndTheGivenOnes() throws Exception {
        start(variables(Map.of("GREETING", "hello", "MORE", "${PATH}:/more:${NO_SUCH_VARIABLE}")), "variables", "GREETING", "PATH",
                "MORE");
        screen.await("GREETING=hello");
        screen.await("PATH=" + System.getenv("PATH"));
        screen.await("MORE=" + System.getenv("PATH") + ":/more:");
    }

    @Test
    void aVariableThatCannotBeSetIsNamed() throws Exception {
        start(variables(Map.of("A=B", "x", "PASSWORD", "open sesame")), "say", "never");
        assertTrue(observer.failure(1).contains("A=B"), observer.failure(1));
        assertFalse(observer.failure(1).contains("open sesame"), observer.failure(1));
    }

    @Test
    void variablesThatAreTooLongAreNamedInsteadOfTheMachine() throws Exception {
        start(variables(Map.of("LONG", "x".repeat(200_000))), "say", "never");
        String why = observer.failure(1);
        assertTrue(why.startsWith("the environment variable 'LONG' has 200005 bytes, which is more than the system allows for a process ("),
                why);
        assertEquals(StartFailure.SETTINGS, observer.cause(1));
        node.start(new ProcessKey(2), variables(IntStream.range(0, 100).boxed().collect(
                Collectors.toMap(i -> "LONG_" + i, _ -> "x".repeat(100_000)))), List.of(), ClassPath::ofThisProcess,
                List.of("say", "never"),
                PATIENCE);
        String all = observer.failure(2);
        assertTrue(all.startsWith("the environment variables have "), all);
        assertEquals(StartFailure.SETTINGS, observer.cause(2));
    }

    @Test
    void argumentsDoNotStandInTheCommandLine() throws Exception {
        start(shared(), "wait", "open sesame");
        screen.await("waiting");
        String commandLine = Files.readString(Path.of("/proc/" + observer.pid(1) + "/cmdline"));
        assertTrue(commandLine.contains(WorkerPrograms.class.getName()), commandLine);
        assertFalse(commandLine.contains("sesame"), commandLine);
    }

    @Test
    void argumentsMayBeLong() throws Exception {
        start(shared(), "say", "é".repeat(200_000) + "!");
        screen.await("é!");
        assertEquals(0, observer.end(1).exitCode());
    }

    @Test
    void gpusAreShownToTheWorker() throws Exception {
        node.start(new ProcessKey(1), shared(), List.of("1", "GPU-3"), ClassPath::ofThisProcess,
                List.of("variables", "CUDA_VISIBLE_DEVICES"), PATIENCE);
        screen.await("CUDA_VISIBLE_DEVICES=1,GPU-3");
    }

    /// It would find them, if this process can see some.
    @Test
    void aWorkerWithoutGpusSeesNone() throws Exception {
        start(shared(), "variables", "CUDA_VISIBLE_DEVICES");
        String line = screen.await("CUDA_VISIBLE_DEVICES=");
        assertTrue(line.endsWith("CUDA_VISIBLE_DEVICES="), line);
    }

    @Test
    void aWorkerThatIsNotReadyInTimeFails() throws Exception {
        node.start(new ProcessKey(1), shared(), List.of(), ClassPath::ofThisProcess, List.of("wait"), Duration.ofMillis(1));
        assertEquals("it was not ready after 0 s; increase setup-timeout-seconds", observer.failure(1));
        assertEquals(StartFailure.SETTINGS, observer.cause(1));
    }

    @Test
    void oddClassPathsWork() throws Exception {
        Path odd = Files.createDirectory(parent.resolve("a 'b' \"c\" \\d ü"));
        Files.writeString(odd.resolve("greeting.txt"), "from an odd place");
        ClassPath code = ClassPath.ofThisProcess().and(List.of(parent.resolve("not there.jar"), odd));
        start(shared(), code, "resource", "/greeting.txt");
        screen.await("from an odd place");
        ClassPath longest = ClassPath.ofThisProcess().and(IntStream.range(0, 4_000)
                .mapToObj(i -> parent.resolve("no such directory with a long name", "number " + i)).toList()).and(List.of(odd));
        assertTrue(longest.text().length() > 128 * 1024);
        node.start(new ProcessKey(2), shared(), List.of(), () -> longest, List.of("resource", "/greeting.txt"), PATIENCE);
        assertEquals(List.of("from an odd place"), observer.end(2).logTail());
        assertFalse(Files.exists(node.sessionDirectory().resolve("2.arguments")), "the file for what is too long goes with it");
    }

    @Test
    void standardInputIsTheNodesAlone() throws Exception {
        start(shared(), "read");
        screen.await("read: -1");
        assertEquals(0, observer.end(1).exitCode());
    }

    @Test
    void aStoppedWorkerDidNotDieBadly() throws Exception {
        start(shared(), "wait");
        screen.await("waiting");
        node.stop(new ProcessKey(1), false);
        HowItEnded end = observer.end(1);
        assertTrue(end.asked());
        assertEquals("was stopped", end.how());
        assertEquals(List.of(), logs());
        node.stop(new ProcessKey(1), true); // and nothing happens
    }

    @Test
    void aWorkerThatWillNotEndIsEndedByForce() throws Exception {
        start(shared(), "hang when asked to end");
        screen.await("waiting");
        node.stop(new ProcessKey(1), false);
        assertEquals(137, observer.end(1).exitCode());
    }

    @Test
    void aWorkerCanBeStoppedBeforeItStarted() throws Exception {
        start(shared(), "wait");
        node.stop(new ProcessKey(1), true);
        node.close();
        assertThrows(IllegalStateException.class, () -> start(shared(), "wait"));
    }

    @Test
    void nothingStaysAfterClosing() throws Exception {
        start(shared(), "wait");
        screen.await("waiting");
        ProcessHandle worker = ProcessHandle.of(observer.pid(1)).orElseThrow();
        assertTrue(Files.exists(node.store().file()));
        assertThrows(IllegalArgumentException.class, () -> start(shared(), "wait"));
        node.close();
        assertFalse(worker.isAlive());
        assertFalse(Files.exists(node.store().file()));
        assertEquals(List.of(), contents(PrivateDirectory.in(parent)));
    }

    private static List<Path> contents(Path directory) throws IOException {
        try (Stream<Path> contents = Files.list(directory)) {
            return contents.toList();
        }
    }

    @Test
    void aNodeThatCannotBeOpenedLeavesNothing() throws Exception {
        Path memory = Files.createDirectory(parent.resolve("memory"));
        SessionDirectory session = SessionDirectory.open(parent);
        Files.createFile(session.path().resolve(Sessions.MEMORY)); // where the link to the store is made
        NodeSettings settings = NodeSettings.of(WorkerPrograms.class.getName(), 1 << 20).storingIn(memory);
        assertThrows(FileAlreadyExistsException.class, () -> Node.open(session, settings, observer));
        assertEquals(List.of(), contents(PrivateDirectory.in(memory)));
        assertFalse(Files.exists(session.path()));
    }

    @Test
    void workersEndWithTheirParentAndRemoveWhatItLeft() throws Exception {
        Process other = otherProcess(WorkerPrograms.Parent.class);
        try {
            List<String> words = List.of(other.inputReader().readLine().split(" "));
            ProcessHandle worker = ProcessHandle.of(Long.parseLong(words.getFirst())).orElseThrow();
            Path store = Path.of(words.get(1));
            Path session = Path.of(words.get(2));
            assertTrue(Files.exists(store));
            other.destroyForcibly().waitFor();
            worker.onExit().get(60, TimeUnit.SECONDS);
            assertFalse(Files.exists(store));
            assertEquals(List.of(session.resolve("logs")), contents(session));
            assertEquals(List.of(session.resolve("logs", "worker-1.out")), contents(session.resolve("logs")),
                    "somebody may want to read it");
            assertTrue(Files.exists(node.sessionDirectory().resolve("lock")), "its owner lives");
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void whatADeadNodeWithoutWorkersLeftIsRemovedByTheNextOne() throws Exception {
        Process other = otherProcess(WorkerPrograms.Loner.class);
        try {
            List<String> words = List.of(other.inputReader().readLine().split(" "));
            Path store = Path.of(words.getFirst());
            Path session = Path.of(words.get(1));
            other.destroyForcibly().waitFor();
            assertTrue(Files.exists(store));
            assertTrue(Files.exists(session.resolve("lock")));
            Node.open(NodeSettings.of("no.Main", 1 << 20).in(parent), observer).close();
            assertFalse(Files.exists(session));
            assertFalse(Files.exists(store), "although the next one has its memory elsewhere");
            assertTrue(Files.exists(node.sessionDirectory().resolve("lock")), "its owner lives");
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void aProcessThatEndsWithoutClosingItsNodeLeavesNothing() throws Exception {
        Process other = otherProcess(WorkerPrograms.Parent.class, "exit");
        try {
            List<String> words = List.of(other.inputReader().readLine().split(" "));
            assertEquals(0, other.waitFor());
            assertFalse(ProcessHandle.of(Long.parseLong(words.getFirst())).isPresent());
            assertFalse(Files.exists(Path.of(words.get(1))));
            assertFalse(Files.exists(Path.of(words.get(2))));
        } finally {
            other.destroyForcibly();
        }
    }

    private Process otherProcess(Class<?> main, String... more) throws IOException {
        List<String> command = Stream.concat(
                Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                        System.getProperty("java.class.path"), main.getName(), parent.toString()),
                Stream.of(more)).toList();
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }
}
