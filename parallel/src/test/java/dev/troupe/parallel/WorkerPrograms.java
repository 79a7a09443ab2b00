package dev.troupe.parallel;

import dev.troupe.task.Context;
import dev.troupe.task.Expectation;
import dev.troupe.task.Logged;
import dev.troupe.task.Parallel;
import dev.troupe.task.Protocol;
import dev.troupe.task.Router;
import dev.troupe.task.Task;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/// What the tests run in worker processes, and the launcher that some of them kill.
final class WorkerPrograms {
    private WorkerPrograms() {}

    static int node() {
        return Router.current().nodeId();
    }

    static void greet() {
        System.out.println("hello from node " + node());
        System.err.println("warning from node " + node());
        System.out.print("no line end");
    }

    static void exitWithThreeOnNodeOne() {
        if (node() == 1) {
            System.exit(3);
        }
        System.out.println("the other went on");
    }

    /// Says whether others can see a property in the command line, and its value.
    static void showProperty(String name) throws IOException {
        boolean visible = Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.ISO_8859_1).contains(name);
        System.out.println("visible: " + visible + ", value: " + System.getProperty(name).replace("\n", "\\n").replace("\r", "\\r"));
    }

    static void fail() {
        throw new IllegalStateException("the user's own mistake");
    }

    static void endAtOnce() {
        Runtime.getRuntime().halt(7);
    }

    static void readInput() throws IOException {
        System.out.println("input ends: " + System.in.read());
    }

    static void nested() {
        Parallel.workers(5).run(() -> System.out.println("in place on node " + node()));
    }

    static void leaveAThread() {
        Thread.ofPlatform().start(() -> {
            Thread.onSpinWait();
            System.out.println("the last thread");
        });
    }

    static void greetEachOther() {
        try (Task<Context> task = Task.start()) {
            if (node() == 0) {
                task.on("greeting", (String text) -> {
                    System.out.println("Get msg: " + text);
                    task.finish();
                });
            } else {
                task.emit("greeting", "Hi");
            }
            task.waitFor("finish", Duration.ofSeconds(30));
        }
    }

    static void noticeTheDeathOfNodeOne() {
        try (Task<Context> task = Task.start()) {
            if (node() == 1) {
                task.waitFor("die", Duration.ofSeconds(30));
                endAtOnce();
            }
            Expectation loss = task.expect(Router.PEER_LOST);
            task.emit("die");
            System.out.println("told: " + loss.await(Duration.ofSeconds(30)).isPresent());
        }
    }

    /// Node 1 leaves by `System.exit`; node 0 says what it hears, from its peer and from the starter.
    static void noticeTheExitOfNodeOne(int code) throws InterruptedException {
        try (Logged log = new Logged(); Task<Context> task = Task.start()) {
            if (node() == 1) {
                task.waitFor("die", Duration.ofSeconds(30));
                System.exit(code);
            }
            Expectation loss = task.expect(Router.PEER_LOST);
            task.emit("die");
            System.out.println("told: " + loss.await(Duration.ofSeconds(30)).orElseThrow()[1]);
            // What this task announces meanwhile may have come too late.
            System.out.println("logged: " + log.await(line -> line.startsWith("node 1 lost")).replaceFirst("; up to .*", ""));
        }
    }

    /// Two nodes that meet each other, and say whom they met.
    static void meetOneOther() throws InterruptedException {
        try (Task<Context> task = Task.start()) {
            CountDownLatch met = new CountDownLatch(1);
            task.on("there", (Integer node) -> {
                System.out.println("met " + node);
                met.countDown();
            });
            task.onlyRemote().emit("there", node());
            met.await();
        }
    }

    /// Node 1 throws at first. It ends when both others have welcomed it back, and they end with it.
    static void throwOnceOnNodeOne(Path log) throws IOException {
        try (Task<Context> task = Task.start()) {
            CountDownLatch welcomes = new CountDownLatch(2);
            if (node() == 1) {
                task.on("welcome", () -> {
                    welcomes.countDown();
                    if (welcomes.getCount() == 0) {
                        task.finish();
                    }
                });
            } else {
                task.once("back", () -> {
                    System.out.println("node 1 is back");
                    task.emit("welcome");
                });
            }
            task.use(ctx -> {
                if (node() == 1 && ctx.step() == 10) {
                    if (tries(log) == 1) {
                        throw new IllegalStateException("the first try");
                    }
                    task.emit("back");
                }
            });
            task.run();
        }
    }

    /// Writes down each try and hands out its number.
    static int tries(Path log) throws IOException {
        Files.writeString(log, "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return (int) Files.size(log);
    }

    static void waitForever() throws InterruptedException {
        System.out.println("pid " + ProcessHandle.current().pid());
        new CountDownLatch(1).await();
    }

    /// Node 1 does not even end when it is asked to.
    static void waitStubbornly() throws InterruptedException {
        if (node() == 1) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                while (true) {
                    LockSupport.park();
                }
            }));
        }
        waitForever();
    }

    /// A launcher of its own.
    public static void main(String[] arguments) {
        Parallel.workers(2).protocol(Protocol.IPC).tokenFile(Path.of(arguments[0]))
                .run(arguments.length > 1 ? WorkerPrograms::waitStubbornly : WorkerPrograms::waitForever);
    }
}
