package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What travels with a call and what goes through the store.
final class InlineTest {
    private static final int LARGE = 200 << 10;
    private static final AtomicLong PROBES = new AtomicLong();

    @BeforeAll
    static void begin() {
        Ray.init();
    }

    @AfterAll
    static void end() {
        Ray.shutdown();
    }

    /// How many objects were ever stored.
    private static long stored() throws IOException {
        var store = TroupeRuntime.current().engine().objects().large().store();
        long id = store.allocate(1).id();
        store.discard(id);
        return id - PROBES.getAndIncrement();
    }

    static int size(Object value) {
        return value instanceof byte[] bytes ? bytes.length : ((List<?>) value).size();
    }

    static final class Sized {
        private final int size;

        Sized(Object value) {
            size = InlineTest.size(value);
        }

        int size() {
            return size;
        }

        int of(Object value, Object other) {
            return InlineTest.size(value) + InlineTest.size(other);
        }
    }

    private static List<Integer> many() {
        return new ArrayList<>(IntStream.range(0, LARGE).boxed().toList());
    }

    @Test
    void largeArgumentsGoThroughTheStore() throws IOException {
        long before = stored();
        ObjectRef<Integer> array = Ray.task(InlineTest::size, (Object) new byte[LARGE]).remote();
        ObjectRef<Integer> list = Ray.task(InlineTest::size, (Object) many()).remote();
        assertEquals(LARGE, array.get());
        assertEquals(LARGE, list.get());
        ActorHandle<Sized> actor = Ray.actor(Sized::new, (Object) many()).remote();
        assertEquals(LARGE, actor.task(Sized::size).remote().get());
        assertEquals(LARGE + 10, actor.task(Sized::of, (Object) many(), (Object) new byte[10]).remote().get());
        assertEquals(before + 4, stored());
    }

    @Test
    void largeCapturedValuesGoThroughTheStore() throws IOException {
        long before = stored();
        List<Integer> many = many();
        ObjectRef<Integer> five = Ray.put(5);
        assertEquals(LARGE + 5, Ray.task(() -> many.size() + five.get()).remote().get());
        ActorHandle<Sized> actor = Ray.actor(() -> new Sized(many)).remote();
        assertEquals(LARGE, actor.task(Sized::size).remote().get());
        assertEquals(LARGE * 2, actor.task(it -> it.size() + many.size()).remote().get());
        assertEquals(before + 3, stored());
    }

    @Test
    void smallArgumentsTravelWithTheCall() throws IOException {
        long before = stored();
        assertEquals(10, Ray.task(InlineTest::size, (Object) new byte[10]).remote().get());
        assertEquals(before, stored());
    }
}
