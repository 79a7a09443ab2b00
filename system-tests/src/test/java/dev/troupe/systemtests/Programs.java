package dev.troupe.systemtests;

import dev.troupe.task.Context;
import dev.troupe.task.ContextExchange;
import dev.troupe.task.Delivery;
import dev.troupe.task.OnlineRlContext;
import dev.troupe.task.Role;
import dev.troupe.task.Router;
import dev.troupe.task.Task;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// What the tests run in worker processes. Each says on standard output what its test looks for.
final class Programs {
    private static final Duration LONG = Duration.ofMinutes(2);
    /// Between two events, so that a stream lasts long enough to be disturbed.
    private static final long PACE_NANOS = 50_000;

    private Programs() {}

    /// Says what this worker is, and which others it met: as many as the argument says, else those it is linked with at the start.
    static void about(String... arguments) throws InterruptedException {
        try (Task<Context> task = Task.start()) {
            IO.println("labels " + new TreeSet<>(task.labels()));
            IO.println("listens " + Sockets.listening());
            IO.println("memory " + (Runtime.getRuntime().maxMemory() >> 20) + " colour " + System.getProperty("colour"));
            IO.println("started " + ProcessHandle.current().info().startInstant().orElseThrow().toEpochMilli());
            IO.println("pid " + ProcessHandle.current().pid());
            int expected = arguments.length > 0 ? Integer.parseInt(arguments[0]) : task.router().peers().size();
            IO.println("met " + meet(task, expected));
        }
    }

    /// Those who answer. Everyone says that it is there to each who joins, so nobody leaves before it was heard.
    private static Set<Integer> meet(Task<Context> task, int expected) throws InterruptedException {
        Set<Integer> met = new ConcurrentSkipListSet<>();
        var all = new CountDownLatch(expected);
        int self = task.router().nodeId();
        task.on("there", (Integer node) -> {
            if (met.add(node)) all.countDown();
        });
        task.on(Router.PEER_JOINED, (Integer node) -> task.onlyRemote().emit("there", self));
        task.onlyRemote().emit("there", self);
        await(all);
        return met;
    }

    /// Waits for as many peers as the argument says and says how many processes there are.
    static void gather(String... arguments) {
        try (Task<Context> task = Task.start()) {
            IO.println("waits");
            IO.println("came " + task.waitForPeers(Integer.parseInt(arguments[0]), LONG) + " size " + task.router().size());
            task.waitFor("finish", LONG);
        }
    }

    /// Node 0 learns three times from what all the others have played, the last of which begins late.
    static void learnFromAll() throws InterruptedException {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            int self = task.router().nodeId();
            task.addRole(self == 0 ? Role.LEARNER : Role.COLLECTOR);
            var othersHavePlayed = new CountDownLatch(1);
            task.on("played", othersHavePlayed::countDown);
            if (self == task.router().size() - 1) {
                task.ready();
                await(othersHavePlayed);
            }
            task.use(ctx -> ctx.defer(() -> task.onlyRemote().emit("played"))); // after the exchange has sent
            task.use(ContextExchange.of(task).fromAll());
            if (self == 0) {
                task.use(ctx -> IO.println("learns from " + new TreeSet<>(ctx.trajectories())));
                task.run(3);
            } else {
                task.use(ctx -> ctx.trajectories(List.of(self)));
                task.run();
            }
        }
    }

    /// In a pod of a job whose pods have as many workers each as this one: says who it is and meets all the others.
    static void inPod() throws InterruptedException {
        try (Task<Context> task = Task.start()) {
            long pods = Arrays.stream(System.getenv("DI_NODES").split(",", -1)).filter(pod -> !pod.isEmpty()).count();
            IO.println("node " + task.router().nodeId() + " in " + System.getenv("HOSTNAME") + " met " + meet(task, (int) pods * 2 - 1));
        }
    }

    /// One of three pods in a star: says who it is and meets those it is connected with.
    static void launched() throws InterruptedException {
        try (Task<Context> task = Task.start()) {
            int self = task.router().nodeId();
            IO.println("node " + self + " labels " + new TreeSet<>(task.labels()) + " met " + meet(task, self == 0 ? 2 : 1));
        }
    }

    /// Says what came along with it.
    static void carried() throws IOException {
        try (var noise = Programs.class.getResourceAsStream("/noise")) {
            var bytes = noise.readAllBytes();
            IO.println("noise has " + bytes.length + " bytes, hash " + Arrays.hashCode(bytes));
        }
    }

    /// The three servers of the cluster page: the first talks with two, the others with the first.
    static void servers() throws InterruptedException {
        try (Task<Context> task = Task.start()) {
            IO.println("pid " + ProcessHandle.current().pid());
            IO.println("met " + meet(task, task.router().nodeId() == 0 ? 2 : 1));
        }
    }

    /// Two nodes that send each other numbered events (how many, how many bytes with each) and check what they hear.
    static void exchange(String... arguments) throws InterruptedException {
        int count = Integer.parseInt(arguments[0]);
        var ballast = new byte[Integer.parseInt(arguments[1])];
        try (Task<Context> task = Task.start()) {
            IO.println("pid " + ProcessHandle.current().pid());
            var all = new CountDownLatch(1);
            var bothHaveAll = new CountDownLatch(1);
            task.on("done", bothHaveAll::countDown);
            var heard = new Sequence(count / 10);
            task.on("number", (Integer number, byte[] bytes) -> {
                heard.next(number);
                for (byte each : bytes) {
                    if (each != number.byteValue()) throw new IllegalStateException("altered on its way: " + number);
                }
                if (number == count) all.countDown();
            });
            task.waitForPeers(1, LONG);
            for (int number = 1; number <= count; number++) {
                Arrays.fill(ballast, (byte) number);
                task.onlyRemote().emit("number", number, ballast);
                LockSupport.parkNanos(PACE_NANOS);
            }
            await(all);
            IO.println("all " + count + " in order");
            task.onlyRemote().emit("done");
            await(bothHaveAll);
        }
    }

    /// Node 0 feeds the others with numbers. Node 1 asks it to end when the file of the argument is there, which it makes itself: so in its
    /// second life. Without argument node 0 ends when it and node 2 have heard that a peer is lost.
    static void feed(String... arguments) {
        try (Task<Context> task = Task.start()) {
            IO.println("pid " + ProcessHandle.current().pid());
            var number = new AtomicLong();
            task.on(Router.PEER_LOST, (Integer node, String why) -> {
                IO.println("lost " + node + " at " + number + ": " + why);
                if (arguments.length == 0 && node == 1) task.emit("enough");
            });
            task.on(Router.PEER_JOINED, (Integer node) -> IO.println("joined " + node));
            if (task.router().nodeId() == 0) {
                var askedBy = new AtomicInteger();
                task.on("enough", () -> {
                    if (askedBy.incrementAndGet() > 1 || arguments.length > 0) task.finish();
                });
                while (!task.finished()) {
                    task.onlyRemote().emit("number", number.incrementAndGet());
                    LockSupport.parkNanos(PACE_NANOS);
                }
            } else {
                hear(task, arguments);
            }
        }
    }

    private static void hear(Task<Context> task, String... arguments) {
        var first = new AtomicLong();
        var heard = new AtomicLong();
        task.on("number", (Long number) -> {
            if (first.compareAndSet(0, number)) IO.println("first " + number);
            if (number != first.get() + heard.getAndIncrement()) throw new IllegalStateException("out of order: " + number);
            if (heard.get() == 2000) {
                IO.println("heard 2000 from " + first);
                if (task.router().nodeId() == 1 && arguments.length > 0 && tries(Path.of(arguments[0])) > 1) task.emit("enough");
            }
        });
        task.waitFor("finish", LONG);
    }

    /// Node 0 sends everyone numbered events, which wait for the slowest.
    static void flow(String... arguments) throws InterruptedException {
        int count = Integer.parseInt(arguments[0]);
        try (Task<Context> task = Task.start()) {
            IO.println("pid " + ProcessHandle.current().pid());
            if (task.router().nodeId() == 0) {
                var done = new CountDownLatch(task.router().peers().size());
                task.on("done", (Integer node) -> done.countDown());
                for (int number = 1; number <= count; number++) {
                    task.onlyRemote().emit("number", number, new byte[1000]);
                    if (number % 1000 == 0) IO.println("sent " + number);
                    LockSupport.parkNanos(PACE_NANOS);
                }
                await(done);
                IO.println("lost in all " + task.router().stats().lost());
            } else {
                var heard = new Sequence(1000);
                task.on("number", (Integer number, byte[] bytes) -> {
                    heard.next(number);
                    if (number == count) {
                        IO.println("all " + count + " in order");
                        task.emit("done", task.router().nodeId());
                    }
                });
                task.waitFor("finish", LONG);
            }
        }
    }

    /// Node 0 sends everyone newer and newer values until the file of the argument is there; then the last one, which all must get.
    static void newest(String... arguments) throws InterruptedException {
        try (Task<Context> task = Task.start()) {
            IO.println("pid " + ProcessHandle.current().pid());
            if (task.router().nodeId() == 0) {
                var done = new CountDownLatch(task.router().peers().size());
                task.on("done", (Integer node) -> done.countDown());
                int version = 0;
                while (version % 100 != 99 || !Files.exists(Path.of(arguments[0]))) {
                    task.with(Delivery.LATEST).onlyRemote().emit("version", ++version, new byte[20_000]);
                    if (version % 1000 == 0) IO.println("sent " + version);
                    LockSupport.parkNanos(PACE_NANOS);
                }
                task.with(Delivery.LATEST).onlyRemote().emit("version", -1, new byte[20_000]);
                await(done);
                IO.println("dropped " + task.router().stats().dropped());
            } else {
                var values = new AtomicLong();
                var last = new AtomicLong();
                task.on("version", (Integer version, byte[] bytes) -> {
                    if (version < 0) {
                        IO.println("has the last");
                        task.emit("done", task.router().nodeId());
                    } else if (version <= last.getAndSet(version)) {
                        throw new IllegalStateException("older: " + version);
                    } else if (values.incrementAndGet() % 100 == 0) {
                        IO.println("has " + values);
                    }
                });
                task.waitFor("finish", LONG);
            }
        }
    }

    /// Node 0 sends tiny newest values, one after the other, until the file of the argument is there, and says how long the longest `emit` took.
    static void tick(String... arguments) {
        try (Task<Context> task = Task.start()) {
            IO.println("pid " + ProcessHandle.current().pid());
            if (task.router().nodeId() == 0) {
                task.waitFor(Router.PEER_JOINED, LONG);
                long longest = 0;
                for (int tick = 1; !Files.exists(Path.of(arguments[0])); tick++) {
                    long began = System.nanoTime();
                    task.with(Delivery.LATEST).onlyRemote().emit("tick", tick);
                    longest = Math.max(longest, System.nanoTime() - began);
                    if (tick % 1000 == 0) IO.println("sent " + tick);
                    LockSupport.parkNanos(5 * PACE_NANOS);
                }
                IO.println("longest " + TimeUnit.NANOSECONDS.toMillis(longest));
            } else {
                task.on("tick", (Integer tick) -> {
                    if (tick % 1000 == 0) IO.println("heard " + tick);
                });
                task.waitFor("finish", LONG);
            }
        }
    }

    /// Node 1 sends node 0 a number, a hundred more when the file of the argument is there, and leaves.
    static void sendAndLeave(String... arguments) throws InterruptedException {
        try (Task<Context> task = Task.start()) {
            IO.println("pid " + ProcessHandle.current().pid());
            if (task.router().nodeId() == 0) {
                task.on("number", (Integer number) -> IO.println("heard " + number));
                task.waitFor("never", LONG);
            } else {
                task.emit("number", 0);
                while (!Files.exists(Path.of(arguments[0]))) LockSupport.parkNanos(PACE_NANOS);
                for (int number = 1; number <= 100; number++) task.emit("number", number);
            }
        }
    }

    /// Node 1 emits an array, and changes it when it has heard it itself; node 0 answers with what it got.
    static void objects() {
        try (Task<Context> task = Task.start()) {
            if (task.router().nodeId() == 1) {
                var value = new int[]{1, 2, 3};
                task.on("value", (int[] heard) -> IO.println("the very object " + (heard == value)));
                var answer = task.expect("answer");
                task.emit("value", (Object) value);
                IO.println("the other got " + Arrays.toString((int[]) answer.await(LONG).orElseThrow()[0]) + ", ours is "
                        + Arrays.toString(value));
            } else {
                task.on("value", (int[] heard) -> {
                    heard[0] = 100;
                    task.onlyRemote().emit("answer", (Object) heard);
                });
                task.waitFor("finish", LONG);
            }
        }
    }

    /// Node 1 ends with code 3, then node 2 with code 4. Node 1 without a goodbye, which could be heard before its process is gone.
    static void exitInTurn() throws InterruptedException {
        try (Task<Context> task = Task.start()) {
            var lost = new CountDownLatch(2);
            task.on(Router.PEER_LOST, (Integer node, String why) -> {
                IO.println("lost " + node + ": " + why);
                lost.countDown();
                if (task.router().nodeId() == 2) System.exit(4);
            });
            task.on("go", () -> {
                if (task.router().nodeId() == 1) Runtime.getRuntime().halt(3);
            });
            meet(task, 2);
            if (task.router().nodeId() == 0) task.onlyRemote().emit("go");
            await(lost);
        }
    }

    /// Node 1 leaves with the code of the argument in the middle of its task; the others go on.
    static void leaveEarly(String... arguments) throws InterruptedException {
        try (Task<Context> task = Task.start()) {
            task.on(Router.PEER_LOST, (Integer node, String why) -> IO.println("lost " + node + ": " + why));
            meet(task, 2);
            if (task.router().nodeId() == 1) System.exit(Integer.parseInt(arguments[0]));
            task.waitFor("finish", LONG);
        }
    }

    /// Node 0 dies when node 1 knows its port, which node 1 takes at once. Node 1 waits until it is back nevertheless.
    static void lendPort() throws InterruptedException, IOException {
        try (Task<Context> task = Task.start(); ServerSocket taken = new ServerSocket()) {
            if (task.router().nodeId() == 0) {
                task.on("die", () -> Runtime.getRuntime().halt(3));
                task.onlyRemote().emit("listens", Integer.parseInt(Sockets.listening().iterator().next().replaceAll(".*:", "")));
                task.waitFor("finish", LONG);
                return;
            }
            var port = new AtomicInteger();
            var back = new CountDownLatch(1);
            task.on(Router.PEER_LOST, (Integer node, String why) -> {
                try {
                    taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.get()));
                } catch (IOException e) {
                    IO.println("somebody else was quicker: " + e.getMessage());
                }
            });
            task.on("listens", (Integer at) -> {
                if (port.compareAndSet(0, at)) {
                    task.onlyRemote().emit("die");
                } else {
                    IO.println("moved from " + port + " to " + at);
                    back.countDown();
                }
            });
            await(back);
        }
    }

    static void throwingListener() {
        try (Task<Context> task = Task.start()) {
            task.on("greeting", (String text) -> {
                throw new IllegalStateException("cannot stand " + text);
            });
            if (task.router().nodeId() == 1) task.onlyRemote().emit("greeting", "Hi");
            task.waitFor("finish", task.router().nodeId() == 0 ? LONG : Duration.ofSeconds(10));
        }
    }

    /// Opens its task after the other node has closed its own and is gone.
    static void comeLate() throws InterruptedException {
        IO.println("pid " + ProcessHandle.current().pid());
        if (Router.current().nodeId() == 1) await(new CountDownLatch(1), 1);
        try (Task<Context> _ = Task.start()) {
            IO.println("opened");
        }
    }

    static void linger() {
        try (Task<Context> task = Task.start()) {
            IO.println("pid " + ProcessHandle.current().pid());
            task.waitFor("finish", Duration.ofHours(1));
        }
    }

    /// Fails each time, and counts.
    static void fail(String... arguments) {
        IO.println("try " + tries(Path.of(arguments[0])));
        throw new IllegalStateException("never works");
    }

    /// Dies each time, and counts.
    static void die(String... arguments) {
        IO.println("life " + tries(Path.of(arguments[0])));
        System.out.flush();
        Runtime.getRuntime().halt(9);
    }

    void notStatic() {}

    static void otherParameters(int number) {
        IO.println(number);
    }

    private static int tries(Path log) {
        try {
            Files.writeString(log, "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return (int) Files.size(log);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!await(latch, LONG.toSeconds())) throw new IllegalStateException("waited too long");
    }

    private static boolean await(CountDownLatch latch, long seconds) throws InterruptedException {
        return latch.await(seconds, TimeUnit.SECONDS);
    }

    /// Numbers that must come one after the other from 1 on.
    private static final class Sequence {
        private final int sayEach;
        private int last;

        Sequence(int sayEach) {
            this.sayEach = sayEach;
        }

        void next(int number) {
            if (number != ++last) throw new IllegalStateException("expected " + last + ", got " + number);
            if (number % sayEach == 0) IO.println("heard " + number);
        }
    }
}
