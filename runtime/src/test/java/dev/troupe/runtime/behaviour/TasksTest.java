package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.function.RayFunc1;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

final class TasksTest {
    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void referencesGivenAsArgumentsArriveAsValues() {
        var hello = Ray.task(TasksTest::hello).remote();
        var world = Ray.task(TasksTest::world).remote();
        assertEquals("hello, world!", Ray.task(TasksTest::join, hello, world).remote().get());
        assertEquals("hello, you!", Ray.task(TasksTest::join, hello, "you!").remote().get());
    }

    private static String hello() {
        return "hello";
    }

    private static String world() {
        return "world!";
    }

    private static String join(String first, String second) {
        return first + ", " + second;
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aNameChangesNothingElse() {
        assertEquals("hello", Ray.task(TasksTest::hello).setName("greeting").remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aTaskTakesUpToSixArguments() {
        assertEquals(0, Ray.task(TasksTest::sum0).remote().get());
        assertEquals(1, Ray.task(TasksTest::sum1, 1).remote().get());
        assertEquals(3, Ray.task(TasksTest::sum2, 1, 2).remote().get());
        assertEquals(6, Ray.task(TasksTest::sum3, 1, 2, 3).remote().get());
        assertEquals(10, Ray.task(TasksTest::sum4, 1, 2, 3, 4).remote().get());
        assertEquals(15, Ray.task(TasksTest::sum5, 1, 2, 3, 4, 5).remote().get());
        assertEquals(21, Ray.task(TasksTest::sum6, 1, 2, 3, 4, 5, 6).remote().get());
    }

    private static int sum0() {
        return 0;
    }

    private static int sum1(int a) {
        return a;
    }

    private static int sum2(int a, int b) {
        return a + b;
    }

    private static int sum3(int a, int b, int c) {
        return a + b + c;
    }

    private static int sum4(int a, int b, int c, int d) {
        return a + b + c + d;
    }

    private static int sum5(int a, int b, int c, int d, int e) {
        return a + b + c + d + e;
    }

    private static int sum6(int a, int b, int c, int d, int e, int f) {
        return a + b + c + d + e + f;
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aTaskWithoutAResultRuns() {
        var journal = Journal.empty();
        Ray.task(TasksTest::note, journal, "ran").remote();
        journal.awaitLines(1);
        assertEquals(List.of("ran"), journal.lines());
    }

    private static void note(Journal journal, String line) {
        journal.write(line);
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aLambdaCarriesWhatItCaptured() {
        int number = 40;
        var list = new ArrayList<>(List.of(1, 2, 3));
        assertEquals(43, Ray.task(() -> number + list.size()).remote().get());
        var refs = IntStream.range(0, 5).mapToObj(i -> Ray.task((Integer x) -> x * i, 10).remote()).toList();
        assertEquals(List.of(0, 10, 20, 30, 40), Ray.get(refs));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aLambdaMayCaptureReferences() {
        var one = Ray.put(1);
        var two = Ray.task(TasksTest::sum1, 2).remote();
        var list = List.of(one, two);
        assertEquals(1, Ray.task(() -> one.get()).remote().get());
        assertEquals(13, Ray.task((Integer x) -> x + one.get() + two.get(), 10).remote().get());
        assertEquals(List.of(1, 2), Ray.task(() -> Ray.get(list)).remote().get());
        assertEquals(2, Ray.task(() -> two).remote().get().get());
    }

    private static ObjectRef<Integer> behindAGate(Gate gate) {
        var captured = Ray.put(7);
        return Ray.task(() -> gate.pass(captured).get()).remote();
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void whatALambdaCapturedLivesUntilItRan() {
        var gate = Gate.shut();
        var first = behindAGate(gate);
        gate.awaitArrivals(1);
        for (int i = 0; i < 3; i++) System.gc();
        gate.open();
        assertEquals(7, first.get());
    }

    record Point(int x, int y) {
        int product() {
            return x * y;
        }

        int times(int factor) {
            return product() * factor;
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anInstanceMethodTakesItsReceiverFirst() {
        assertEquals(6, Ray.task(Point::product, new Point(2, 3)).remote().get());
        assertEquals(60, Ray.task(Point::times, Ray.put(new Point(2, 3)), 10).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aMethodOfAnObjectCarriesTheObject() {
        assertEquals(60, Ray.task(new Point(2, 3)::times, 10).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aConstructorIsAFunction() {
        assertEquals(new Point(2, 3), Ray.task(Point::new, 2, 3).remote().get());
    }

    static final class Doubling implements RayFunc1<Integer, Integer> {
        private final int offset;

        Doubling(int offset) {
            this.offset = offset;
        }

        @Override
        public Integer apply(Integer number) {
            return 2 * number + offset;
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anObjectThatIsAFunctionNeedsNoLambda() {
        assertEquals(43, Ray.task(new Doubling(1), 21).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void argumentsAreCopiedBeforeTheCallReturns() {
        var gate = Gate.shut();
        var list = new ArrayList<>(List.of(1, 2, 3));
        var array = new int[]{1, 2, 3};
        var total = Ray.task(TasksTest::sumAfter, gate, list, array).remote();
        list.add(100);
        array[0] = 100;
        gate.open();
        assertEquals(12, total.get());
    }

    private static int sumAfter(Gate gate, List<Integer> list, int[] array) throws InterruptedException {
        gate.pass(true);
        return list.stream().mapToInt(i -> i).sum() + IntStream.of(array).sum();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anArgumentChangedByTheTaskStaysTheSameForTheCaller() {
        var array = new int[]{1, 2, 3};
        assertEquals(0, Ray.task(TasksTest::clear, array).remote().get());
        assertEquals(6, IntStream.of(array).sum());
    }

    private static int clear(int[] array) {
        java.util.Arrays.fill(array, 0);
        return IntStream.of(array).sum();
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void everyGetGivesACopyOfItsOwn() {
        var ref = Ray.task(TasksTest::threeNumbers).remote();
        var first = ref.get();
        first.add(4);
        assertEquals(List.of(1, 2, 3), ref.get());
        assertNotSame(ref.get(), Ray.get(ref));
    }

    private static List<Integer> threeNumbers() {
        return new ArrayList<>(List.of(1, 2, 3));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aCallerCanBeSentManyTimes() {
        var caller = Ray.task(TasksTest::sum2, 1, Ray.put(2));
        assertEquals(List.of(3, 3, 3), Ray.get(List.of(caller.remote(), caller.remote(), caller.remote())));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void tasksStartTasks() {
        assertEquals(21, Ray.task(TasksTest::fibonacci, 8).remote().get());
    }

    private static int fibonacci(int n) {
        if (n < 2) return n;
        var smaller = List.of(Ray.task(TasksTest::fibonacci, n - 1).remote(), Ray.task(TasksTest::fibonacci, n - 2).remote());
        return Ray.get(smaller).stream().mapToInt(i -> i).sum();
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void aThousandTasksComeBackInBatchesOfAnySize() {
        for (int size : new int[]{1000, 100, 10, 1}) {
            for (int done = 0; done < 1000; done += size) {
                var batch = IntStream.range(0, size).mapToObj(_ -> Ray.task(TasksTest::sum1, 1).remote()).toList();
                assertEquals(Collections.nCopies(size, 1), Ray.get(batch));
            }
        }
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void aChainOfAThousandTasksComesToItsEnd() {
        var last = Ray.task(TasksTest::sum1, 1).remote();
        for (int i = 1; i < 1000; i++) {
            last = Ray.task(TasksTest::sum1, last).remote();
        }
        assertEquals(1, last.get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void manyThreadsOfTheDriverUseTheApiAtOnce() throws Exception {
        assertEquals("ok", everythingOnTwentyThreads());
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void threadsThatATaskStartedUseTheApi() {
        assertEquals("ok", Ray.task(TasksTest::everythingOnTwentyThreads).remote().get());
    }

    private static String everythingOnTwentyThreads() throws Exception {
        var shared = Ray.actor(Counter::new, 0).remote();
        var ready = Ray.put("ready");
        onTwentyThreads(100, () -> assertEquals(7, Ray.task(TasksTest::sum2, 3, 4).remote().get()));
        onTwentyThreads(100, () -> shared.task(Counter::increaseAndGet, 1).remote().get());
        assertEquals(2000, shared.task(Counter::value).remote().get());
        onTwentyThreads(1, () -> assertEquals(5, Ray.actor(Counter::new, 5).remote().task(Counter::value).remote().get()));
        onTwentyThreads(100, () -> assertEquals("put", Ray.put("put").get()));
        onTwentyThreads(1, () -> assertEquals(List.of(ready), Ray.wait(List.of(ready), 1, 1000).getReady()));
        return "ok";
    }

    private static void onTwentyThreads(int times, Runnable action) throws Exception {
        try (var pool = Executors.newFixedThreadPool(20)) {
            Callable<Void> repeated = () -> {
                for (int i = 0; i < times; i++) action.run();
                return null;
            };
            for (Future<Void> done : pool.invokeAll(Collections.nCopies(20, repeated))) done.get();
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aTaskMayReturnNothing() {
        ObjectRef<String> nothing = Ray.task(TasksTest::nothing).remote();
        assertEquals(null, nothing.get());
        assertEquals("null, null", Ray.task(TasksTest::join, nothing, (String) null).remote().get());
    }

    private static String nothing() {
        return null;
    }
}
