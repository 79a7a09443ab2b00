package dev.troupe.node;

import dev.troupe.head.JobKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.WorkerSettings;
import dev.troupe.process.ClassPath;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// What the workers of the tests do.
final class WorkerPrograms {
    private WorkerPrograms() {}

    /// A worker.
    public static void main(String[] none) throws Exception {
        WorkerLife life = WorkerLife.begin();
        RunningBoard board = life.board();
        String[] arguments = life.arguments().toArray(String[]::new);
        switch (arguments[0]) {
            case "say" -> System.out.println(arguments[1]);
            case "wait" -> {
                board.begin(0, 41);
                board.begin(7, 42);
                board.end(0);
                System.out.println("waiting");
                new CountDownLatch(1).await();
            }
            case "exit" -> System.exit(Integer.parseInt(arguments[1]));
            case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(arguments[1]));
            case "fill memory" -> {
                List<long[]> all = new ArrayList<>();
                while (all.size() < Integer.MAX_VALUE) {
                    all.add(new long[1 << 16]);
                }
            }
            case "print without end" -> {
                byte[] junk = new byte[1 << 16];
                Arrays.fill(junk, (byte) 0xfe);
                while (true) {
                    System.out.write(junk, 0, junk.length);
                }
            }
            case "print lines" -> {
                for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                    System.err.println("line " + i);
                }
                System.exit(1);
            }
            case "read" -> System.out.println("read: " + System.in.read());
            case "variables" -> Arrays.stream(arguments).skip(1).forEach(name -> System.out.println(name + "=" + System.getenv(name)));
            case "properties" -> Arrays.stream(arguments).skip(1)
                    .forEach(name -> System.out.println(name + "=" + System.getProperty(name)));
            case "resource" -> {
                try (InputStream in = WorkerPrograms.class.getResourceAsStream(arguments[1])) {
                    System.out.println(in == null ? "no resource" : new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
            case "hang when asked to end" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    while (true) {
                        Thread.onSpinWait();
                    }
                }));
                System.out.println("waiting");
                new CountDownLatch(1).await();
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /// A process with a node of its own, which has no worker.
    static final class Loner {
        public static void main(String[] arguments) throws Exception {
            Node node = Node.open(NodeSettings.of(WorkerPrograms.class.getName(), 1 << 20).in(Path.of(arguments[0]))
                    .storingIn(Path.of(arguments[0])), new Observer());
            System.out.println(node.store().file() + " " + node.sessionDirectory());
            new CountDownLatch(1).await();
        }
    }

    /// A process with a node of its own, which has one worker that waits.
    static final class Parent {
        public static void main(String[] arguments) throws Exception {
            Screen screen = new Screen();
            Observer observer = new Observer();
            Node node = Node.open(NodeSettings.of(WorkerPrograms.class.getName(), 1 << 20).in(Path.of(arguments[0]))
                    .storingIn(Path.of(arguments[0])).showingOn(screen.console()), observer);
            node.start(new ProcessKey(1), WorkerSettings.shared(new JobKey(1)), List.of(), ClassPath::ofThisProcess, List.of("wait"),
                    Duration.ofMinutes(1));
            screen.await("waiting");
            System.out.println(observer.pid(1) + " " + node.store().file() + " " + node.sessionDirectory());
            if (arguments.length > 1) {
                System.exit(0);
            }
            new CountDownLatch(1).await();
        }
    }
}
