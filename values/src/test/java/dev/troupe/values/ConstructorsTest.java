package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.troupe.values.ObjectValuesTest.Way;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A constructor has run when the object was made; it does not run again for a copy.
@SuppressWarnings({"serial", "StaticAssignmentInConstructor"})
class ConstructorsTest {
    private static final AtomicInteger RUNS = new AtomicInteger();

    static class Counted {
        int number = RUNS.incrementAndGet();
        transient String place = "here";
    }

    public static class Open {
        public int number = 1;
        public Open next;

        public Open() {
            RUNS.incrementAndGet();
        }
    }

    static class Heir extends Counted implements Serializable {
        String name = "heir";
    }

    static class Once {
        static boolean made;
        int number = 4;

        Once() {
            if (made) {
                throw new IllegalStateException("only once");
            }
            made = true;
        }
    }

    static class Oops extends RuntimeException {
        int number = RUNS.incrementAndGet();
    }

    static class Fixed extends AbstractList<Integer> {
        private final List<Integer> all = new ArrayList<>(List.of(1, RUNS.incrementAndGet()));

        @Override
        public Integer get(int index) {
            return all.get(index);
        }

        @Override
        public int size() {
            return all.size();
        }
    }

    static class Careful extends Counted implements Serializable {
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }

    private static final Once ONCE = new Once();

    @ParameterizedTest
    @EnumSource
    void noConstructorOfAUsersClassIsRunForACopy(Way way) {
        Counted counted = new Counted();
        Open open = new Open();
        open.number = 7;
        open.next = open;
        Heir heir = new Heir();
        Oops oops = new Oops();
        Fixed fixed = new Fixed();
        int runs = RUNS.get();
        Counted gotCounted = way.send(counted);
        assertEquals(counted.number, gotCounted.number);
        assertNull(gotCounted.place);
        Open gotOpen = way.send(open);
        assertEquals(7, gotOpen.number);
        assertSame(gotOpen, gotOpen.next);
        assertEquals(heir.number, way.send(heir).number);
        assertEquals("heir", way.send(heir).name);
        assertEquals(oops.number, way.send(oops).number);
        assertEquals(fixed, way.send(fixed));
        assertEquals(4, way.send(ONCE).number);
        assertEquals(runs, RUNS.get());
    }

    @ParameterizedTest
    @EnumSource
    void whereAClassHasAReadObjectTheNearestSuperclassThatIsNotSerializableIsMadeByItsConstructor(Way way) {
        assertEquals("here", way.send(new Careful()).place);
    }
}
