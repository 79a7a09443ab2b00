package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What can be given comes back equal and of the same class, or is refused where it is given: for the JDK's values and for those of the
/// libraries that programs use most.
class LibraryValuesTest {
    private static final Values SENDER = Values.with(LibraryValuesTest.class.getClassLoader());
    private static final Values RECEIVER = Values.with(LibraryValuesTest.class.getClassLoader());
    private static final Values COMPILED = compiled();

    private record Holder(Object one, List<Object> again) {}

    private static Values compiled() {
        Values values = Values.with(LibraryValuesTest.class.getClassLoader());
        values.objects().engines().compile(Set.of());
        return values;
    }

    @TestFactory
    Stream<DynamicTest> whatIsAcceptedComesBackEqualAndOfTheSameClass() throws Exception {
        return Stream.of(JdkSamples.all(), TimeSamples.all(), GuavaSamples.all(), CollectionSamples.all(), LanguageSamples.all(),
                DataSamples.all()).flatMap(each -> each)
                .map(sample -> dynamicTest(sample.value().getClass().getName(), () -> check(sample)));
    }

    private static void check(Sample sample) {
        switch (sample) {
            case Sample.Same(Object value, var view) -> {
                assertSame(value.getClass(), copy(value).getClass());
                assertAlike(value, view::apply);
            }
            case Sample.Alike(Object value, var view) -> assertAlike(value, view::apply);
            case Sample.Refused(Object value, String because) -> {
                ValueException e = assertThrows(ValueException.class, () -> SENDER.encode(value));
                assertTrue(e.getMessage().contains(because), e.getMessage());
                assertThrows(ValueException.class, () -> SENDER.encode(List.of(value)), "the second time");
            }
        }
    }

    private static Object copy(Object value) {
        return RECEIVER.decode(SENDER.encode(value));
    }

    private static void assertAlike(Object value, UnaryOperator<Object> view) {
        assertEquals(view.apply(value), view.apply(copy(value)));
        assertEquals(view.apply(value), view.apply(COMPILED.decode(COMPILED.encode(value))), "compiled");
        Holder held = (Holder) RECEIVER.decode(SENDER.encode(new Holder(value, Arrays.asList(null, value, 1))));
        assertEquals(view.apply(value), view.apply(held.one));
        assertSame(held.one, held.again.get(1));
    }

    @Test
    void whatWasOnceRefusedIsRefusedAgain() {
        Object guilty = new Unreadable();
        for (int i = 0; i < 3; i++) {
            ValueException e = assertThrows(ValueException.class, () -> SENDER.encode(new Holder(1, List.of("a", guilty))));
            assertEquals("a dev.troupe.values.LibraryValuesTest$Unreadable at Holder.again[1] cannot be serialized:"
                    + " its serialized form cannot be read or used: never again. Leave it out (transient fields are not sent), or send"
                    + " the data from which the receiver can create its own", e.getMessage());
        }
        assertEquals(List.of(1), copy(List.of(1)));
    }

    private static final class Unreadable implements java.io.Serializable {
        private static final long serialVersionUID = 1;

        private Object readResolve() {
            throw new IllegalStateException("never again");
        }
    }
}
