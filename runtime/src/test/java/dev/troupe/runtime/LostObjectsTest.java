package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.messages.Outcome;
import dev.troupe.objects.Ref;
import dev.troupe.objects.TrackedObject;
import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.exception.RayTaskException;
import io.ray.api.exception.UnreconstructableException;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Objects whose bytes vanish from the store.
@Timeout(60)
final class LostObjectsTest {
    private static final int LARGE = 200 << 10;
    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static volatile CountDownLatch begun;
    private static volatile CountDownLatch again;

    @BeforeEach
    void begin() {
        RUNS.set(0);
        Ray.init();
    }

    @AfterEach
    void end() {
        Ray.shutdown();
        System.clearProperty("ray.run-mode");
    }

    static int[] made(int seed) {
        RUNS.incrementAndGet();
        int[] numbers = new int[LARGE];
        numbers[LARGE - 1] = seed;
        return numbers;
    }

    static int[] increased(int[] numbers) {
        RUNS.incrementAndGet();
        numbers[LARGE - 1]++;
        return numbers;
    }

    static int last(int[] numbers) {
        return numbers[LARGE - 1];
    }

    static int lastOf(List<ObjectRef<int[]>> numbers) {
        return last(numbers.getFirst().get());
    }

    static final class Reader {
        private final int first;

        Reader(int[] numbers) {
            first = last(numbers);
        }

        int first() {
            return first;
        }

        int read(int[] numbers) {
            return last(numbers);
        }

        int stay() throws InterruptedException {
            return never();
        }
    }

    /// Its bytes are gone, as those of a spill file on a broken disk would be.
    private static <T> ObjectRef<T> lose(ObjectRef<T> ref) {
        Ray.wait(List.of(ref));
        assertTrue(StoreProbe.store().delete(((Outcome.Stored) ((Ref<T>) ref).object().outcome()).object().id()));
        return ref;
    }

    @Test
    void aLostResultIsMadeAgainByItsTask() {
        ObjectRef<int[]> ref = lose(Ray.task(LostObjectsTest::made, 5).remote());
        assertEquals(5, last(ref.get()));
        assertEquals(2, RUNS.get());
        lose(ref);
        assertEquals(5, Troupe.segment(ref).getAtIndex(ValueLayout.JAVA_INT, LARGE - 1));
        lose(ref);
        assertEquals(5, last(Ray.get(List.of(ref)).getFirst()));
        lose(ref);
        assertTrue(assertThrows(UnreconstructableException.class, ref::get).getMessage().contains("cannot be rebuilt"));
        assertEquals(4, RUNS.get());
    }

    @Test
    void whatItWasMadeFromIsMadeAgainAsWell() {
        ObjectRef<int[]> first = lose(Ray.task(LostObjectsTest::made, 5).remote());
        ObjectRef<int[]> second = lose(Ray.task(LostObjectsTest::increased, first).remote());
        assertEquals(3, RUNS.get());
        lose(first);
        assertEquals(6, last(second.get()));
        assertEquals(5, RUNS.get());
    }

    private static ObjectRef<int[]> increasedThrice() {
        ObjectRef<int[]> one = Ray.task(LostObjectsTest::increased, Ray.task(LostObjectsTest::made, 5).remote()).remote();
        return Ray.task(LostObjectsTest::increased, Ray.task(LostObjectsTest::increased, one).remote()).remote();
    }

    @Test
    void itIsMadeAgainAlsoWhenNobodyHasWhatItWasMadeFrom() {
        ObjectRef<int[]> ref = increasedThrice();
        assertEquals(8, last(ref.get()));
        while (StoreProbe.stats().objects() > 1) {
            System.gc();
        }
        lose(ref);
        assertEquals(8, last(ref.get()));
        assertEquals(8, RUNS.get());
    }

    @Test
    void aLostArgumentIsMadeAgainForWhoeverNeedsIt() {
        ObjectRef<int[]> numbers = lose(Ray.task(LostObjectsTest::made, 5).remote());
        assertEquals(5, Ray.task(LostObjectsTest::last, numbers).remote().get());
        lose(numbers);
        ActorHandle<Reader> reader = Ray.actor(Reader::new, numbers).remote();
        assertEquals(5, reader.task(Reader::first).remote().get());
        lose(numbers);
        assertEquals(5, reader.task(Reader::read, numbers).remote().get());
    }

    static int[] madeSlowlyAgain(int seed) throws InterruptedException {
        if (RUNS.get() > 0) {
            begun.countDown();
            again.await();
        }
        return made(seed);
    }

    @Test
    void aCallWhoseArgumentIsMadeAgainIsNotRefusedBecauseOfLaterOnes() throws InterruptedException {
        begun = new CountDownLatch(1);
        again = new CountDownLatch(1);
        ActorHandle<Reader> reader = Ray.actor(Reader::new, new int[LARGE]).setMaxConcurrency(2).setMaxPendingCalls(1).remote();
        ObjectRef<int[]> numbers = lose(Ray.task(LostObjectsTest::madeSlowlyAgain, 5).remote());
        assertEquals(0, reader.task(Reader::first).remote().get());
        ObjectRef<Integer> first = reader.task(Reader::read, numbers).remote();
        assertTrue(begun.await(10, TimeUnit.SECONDS));
        ObjectRef<Integer> second = reader.task(Reader::stay).remote();
        again.countDown();
        assertEquals(5, first.get());
        assertTrue(Troupe.cancel(second));
    }

    @Test
    void anInterruptedThreadLosesNothing() {
        ObjectRef<int[]> put = Ray.put(made(1));
        Thread.currentThread().interrupt();
        assertEquals(1, Troupe.segment(put).getAtIndex(ValueLayout.JAVA_INT, LARGE - 1));
        assertTrue(Thread.interrupted());
        assertEquals(1, last(put.get()));
    }

    @Test
    void whatIsFreedTakesNoRoomAlsoWhileSomebodyRefersToIt() {
        ObjectRef<int[]> put = Ray.put(made(1));
        ObjectRef<int[]> result = Ray.task(LostObjectsTest::made, 5).remote();
        Ray.wait(List.of(result));
        assertEquals(2, StoreProbe.stats().objects());
        Ray.internal().free(List.of(put, result), false);
        assertTrue(StoreProbe.stats().empty());
        assertThrows(UnreconstructableException.class, put::get);
        assertThrows(UnreconstructableException.class, result::get);
    }

    @Test
    void putsAndResultsWithoutRetriesAreLostForGood() {
        ObjectRef<int[]> put = lose(Ray.put(made(1)));
        assertThrows(UnreconstructableException.class, put::get);
        ObjectRef<int[]> once = lose(Troupe.options().retries(0).call(() -> Ray.task(LostObjectsTest::made, 5).remote()));
        assertThrows(UnreconstructableException.class, once::get);
        RayTaskException failure = assertThrows(RayTaskException.class, () -> Ray.task(LostObjectsTest::last, put).remote().get());
        assertEquals(UnreconstructableException.class, failure.getCause().getClass());
    }

    @Test
    void theOwnerMakesItAgainForOthers() {
        Ray.shutdown();
        System.setProperty("ray.run-mode", "CLUSTER");
        Ray.init();
        ObjectRef<int[]> numbers = lose(Ray.task(LostObjectsTest::made, 5).remote());
        assertEquals(5, Ray.task(LostObjectsTest::lastOf, List.of(numbers)).remote().get());
        assertEquals(5, Ray.task(LostObjectsTest::last, lose(numbers)).remote().get());
    }

    static int never() throws InterruptedException {
        NEVER.await();
        return 0;
    }

    @Test
    void whoeverGaveUpWaitingIsForgotten() throws ReflectiveOperationException {
        ObjectRef<Integer> pending = Ray.task(LostObjectsTest::never).remote();
        ObjectRef<Integer> ready = Ray.put(1);
        for (int i = 0; i < 10; i++) {
            Ray.wait(List.of(pending, Ray.task(LostObjectsTest::last, made(i)).remote()), 1, 10_000);
            assertThrows(RuntimeException.class, () -> Ray.get(List.of(ready, pending), 1));
            assertThrows(RuntimeException.class, () -> pending.get(1));
        }
        Field waiting = TrackedObject.class.getDeclaredField("waiting");
        waiting.setAccessible(true);
        Object left = waiting.get(((Ref<Integer>) pending).object());
        assertTrue(left == null || (left instanceof List<?> many && many.isEmpty()), () -> "still waits: " + left);
    }
}
