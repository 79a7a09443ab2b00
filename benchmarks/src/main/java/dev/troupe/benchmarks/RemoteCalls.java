package dev.troupe.benchmarks;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.call.ActorCreator;
import io.ray.api.call.TaskCaller;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The measures of remote functions, with nothing but Ray's API, so that it runs on Ray, too. Arguments say which.
///
/// With `-Dbenchmark.floor=true` the floor is measured in turns with calls, and the ratio is that of each round.
public final class RemoteCalls {
    private static final int IN_FLIGHT = 1000;
    private static final int REFERENCES = 10_000;
    private static final boolean WITH_FLOOR = Boolean.getBoolean("benchmark.floor");
    /// A task of ours takes one CPU unless told otherwise, one of Ray's none.
    private static final boolean ASK_FOR_CPU = Boolean.getBoolean("benchmark.ask-for-cpu");
    private static final int ROUND = 20;
    private static final int ACTORS = Integer.getInteger("benchmark.actors", 1000);

    private final Figures figures = new Figures();

    private RemoteCalls() {}

    public static void main(String[] args) throws Exception {
        Ray.init();
        try {
            for (String measure : args) {
                System.err.println("  " + measure);
                RemoteCalls calls = new RemoteCalls();
                calls.run(measure);
                calls.figures.print();
            }
        } finally {
            Ray.shutdown();
        }
    }

    private void run(String measure) throws Exception {
        switch (measure) {
            case "tasks" -> tasks();
            case "actors" -> actors();
            case "copied" -> copied();
            case "puts" -> puts();
            case "large" -> LargeArrays.measure(figures, WITH_FLOOR);
            case "wait" -> waits();
            case "references" -> references();
            case "creation" -> creation();
            case "processes" -> processes();
            case "queue" -> QueuedTasks.measure(figures);
            case "classic" -> classic();
            case "busy" -> BusyCalls.measure(figures);
            default -> throw new IllegalArgumentException("unknown measure '" + measure + "'");
        }
    }

    static <R> TaskCaller<R> onOneCpu(TaskCaller<R> task) {
        return ASK_FOR_CPU ? task.setResource("CPU", 1.0) : task;
    }

    private static ObjectRef<Integer> task(int number) {
        return onOneCpu(Ray.task(RemoteWork::same, number)).remote();
    }

    private void tasks() throws Exception {
        beside("task.single", false, () -> {
            check(task(7).get() == 7);
            return 1;
        });
        beside("task.burst", true, () -> {
            List<ObjectRef<Integer>> results = new ArrayList<>(IN_FLIGHT);
            for (int i = 0; i < IN_FLIGHT; i++) {
                results.add(task(i));
            }
            check(Ray.get(results).get(IN_FLIGHT - 1) == IN_FLIGHT - 1);
            return IN_FLIGHT;
        });
    }

    private void actors() throws Exception {
        ActorHandle<RemoteWork.Counter> counter = Ray.actor(RemoteWork.Counter::new).remote();
        int[] sum = {counter.task(RemoteWork.Counter::add, 0).remote().get()};
        beside("actor.single", false, () -> {
            check(counter.task(RemoteWork.Counter::add, 1).remote().get() == ++sum[0]);
            return 1;
        });
        beside("actor.burst", true, () -> {
            List<ObjectRef<Integer>> results = new ArrayList<>(IN_FLIGHT);
            for (int i = 0; i < IN_FLIGHT; i++) {
                results.add(counter.task(RemoteWork.Counter::add, 1).remote());
            }
            sum[0] += IN_FLIGHT;
            check(Ray.get(results).get(IN_FLIGHT - 1) == sum[0]);
            return IN_FLIGHT;
        });
        counter.kill();
    }

    /// The argument is changed as soon as the call has returned; the task must see what it was.
    private void copied() throws Exception {
        int[] argument = new int[8];
        alone("task.copied", () -> {
            List<ObjectRef<Integer>> results = new ArrayList<>(IN_FLIGHT);
            for (int i = 0; i < IN_FLIGHT; i++) {
                argument[0] = i;
                results.add(onOneCpu(Ray.task(RemoteWork::first, argument)).remote());
                argument[0] = -1;
            }
            check(Ray.get(results).equals(IntStream.range(0, IN_FLIGHT).boxed().toList()));
            return IN_FLIGHT;
        });
    }

    private void puts() throws Exception {
        alone("put.small", () -> {
            for (int i = 0; i < IN_FLIGHT; i++) {
                Ray.put(i);
            }
            return IN_FLIGHT;
        });
    }

    private void waits() throws Exception {
        List<ObjectRef<Integer>> results = IntStream.range(0, IN_FLIGHT).mapToObj(RemoteCalls::task).toList();
        Ray.get(results);
        alone("wait", () -> {
            check(Ray.wait(results, IN_FLIGHT, 60_000).getReady().size() == IN_FLIGHT);
            return 1;
        });
    }

    private void references() throws Exception {
        ObjectRef<List<ObjectRef<Integer>>> box = onOneCpu(Ray.task(RemoteWork::references, REFERENCES)).remote();
        alone("references", () -> {
            check(box.get().size() == REFERENCES);
            return 1;
        });
    }

    private void creation() throws InterruptedException {
        for (int round = 0; round < 5; round++) {
            figures.add("actors.shared", created(ACTORS, _ -> Ray.actor(RemoteWork.Counter::new)));
        }
    }

    /// Actors with the same options, four at a time, which come and go without a pause; then actors with options that no other process has: no
    /// process can have been started ahead for them.
    private void processes() throws InterruptedException {
        coming(8);
        for (int round = 0; round < 5; round++) {
            long began = System.nanoTime();
            coming(ROUND);
            figures.add("actors.process", ROUND / ((System.nanoTime() - began) / 1e9));
        }
        AtomicInteger numbers = new AtomicInteger();
        for (int round = 0; round < 5; round++) {
            figures.add("actors.unlike", created(4, _ -> ownProcess(numbers.incrementAndGet())));
        }
    }

    private static void coming(int count) {
        for (int i = 0; i < count; i += 4) {
            answered(4, _ -> ownProcess(0)).forEach(ActorHandle::kill);
        }
    }

    private static ActorCreator<RemoteWork.Counter> ownProcess(int number) {
        return Ray.actor(RemoteWork.Counter::new).setJvmOptions(List.of("-Dbenchmark.number=" + number));
    }

    private static List<ActorHandle<RemoteWork.Counter>> answered(int count, IntFunction<ActorCreator<RemoteWork.Counter>> creator) {
        List<ActorHandle<RemoteWork.Counter>> actors = IntStream.range(0, count).mapToObj(i -> creator.apply(i).remote()).toList();
        Ray.get(actors.stream().map(actor -> actor.task(RemoteWork.Counter::add, 1).remote()).toList());
        return actors;
    }

    /// Actors a second, from the first creation to the last answer.
    private static double created(int count, IntFunction<ActorCreator<RemoteWork.Counter>> creator) throws InterruptedException {
        long began = System.nanoTime();
        List<ActorHandle<RemoteWork.Counter>> actors = answered(count, creator);
        double rate = count / ((System.nanoTime() - began) / 1e9);
        actors.forEach(ActorHandle::kill);
        Thread.sleep(500); // they end while nothing is measured
        return rate;
    }

    /// A thousand tasks of 10 ms: how many times as long as its CPUs would need at best, in a JVM that has just begun.
    private void classic() {
        task(1).get();
        double cpus = Ray.getRuntimeContext().getAllNodeInfo().stream().mapToDouble(node -> node.resources.getOrDefault("CPU", 0.0)).sum();
        long began = System.nanoTime();
        Ray.get(IntStream.range(0, 1000).mapToObj(_ -> onOneCpu(Ray.task(RemoteWork::sleepTen, "here")).remote()).toList());
        figures.add("classic", (System.nanoTime() - began) / 1e9 / (Math.ceil(1000 / cpus) * 0.01));
    }

    private void alone(String name, Rounds.Batch batch) throws Exception {
        Rounds.warmUp(batch);
        for (int round = 0; round < Rounds.COUNT; round++) {
            figures.add(name, Rounds.perSecond(batch));
        }
    }

    private void beside(String name, boolean pipelined, Rounds.Batch batch) throws Exception {
        if (!WITH_FLOOR) {
            alone(name, batch);
            return;
        }
        try (Floor floor = new Floor()) {
            Rounds.Batch raw = pipelined ? floor.thousandInFlight() : floor.roundTrip();
            Rounds.warmUp(batch);
            for (int round = 0; round < Rounds.COUNT; round++) {
                figures.addPair(name, Rounds.perSecond(raw), Rounds.perSecond(batch));
            }
        }
    }

    static void check(boolean right) {
        if (!right) {
            throw new IllegalStateException("a call gave a wrong result");
        }
    }
}
