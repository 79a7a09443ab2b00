package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.Ray;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.chrono.HijrahDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.function.ThrowingConsumer;

/// What may be an argument, a result, a part of an actor's call, an object of `Ray.put`.
final class ValuesTest {
    enum Colour {
        RED, GREEN {
            @Override
            String mood() {
                return "calm";
            }
        };

        String mood() {
            return "loud";
        }
    }

    record Point(int x, double y) {}

    record Shape(String name, List<Point> corners, Map<Colour, Point> marks, Optional<Shape> inside) {}

    sealed interface Event {
        record Began(Instant when) implements Event {}

        record Ended(Instant when, Duration took) implements Event {}
    }

    /// Values whose copies are equal to them.
    private static Map<String, Object> samples() {
        var samples = new LinkedHashMap<String, Object>();
        samples.put("int", 1);
        samples.put("byte", (byte) 1);
        samples.put("short", (short) 1);
        samples.put("long", 1L << 40);
        samples.put("double", 1.5);
        samples.put("float", 1.5f);
        samples.put("boolean", true);
        samples.put("char", 'ä');
        samples.put("text", "Grüße, 世界");
        samples.put("long text", "Grüße".repeat(50_000));
        samples.put("record", new Point(1, 2));
        var inner = new Shape("inner", List.of(), Map.of(), Optional.empty());
        samples.put("nested records",
                new Shape("outer", List.of(new Point(1, 2)), Map.of(Colour.RED, new Point(3, 4)), Optional.of(inner)));
        samples.put("sealed records", List.of(new Event.Began(Instant.EPOCH), new Event.Ended(Instant.MAX, Duration.ofDays(1))));
        samples.put("List.of", List.of(1, 2, 3));
        samples.put("nested lists", List.of(List.of(1), List.of(), List.of(2, 3)));
        samples.put("Set.of", Set.of("a", "b"));
        samples.put("Map.of", Map.of("a", 1, "b", 2));
        samples.put("Map.entry", Map.entry("a", 1));
        samples.put("stream's list", Arrays.asList(1, null, 2).stream().toList());
        samples.put("Arrays.asList", Arrays.asList("a", null));
        samples.put("unmodifiable list", Collections.unmodifiableList(new ArrayList<>(List.of(1, 2))));
        samples.put("synchronised map", Collections.synchronizedMap(new HashMap<>(Map.of("a", 1))));
        samples.put("empty list", Collections.emptyList());
        samples.put("sub-list", new ArrayList<>(List.of(1, 2, 3, 4)).subList(1, 3));
        samples.put("reversed list", new ArrayList<>(List.of(1, 2, 3)).reversed());
        samples.put("key set", new HashMap<>(Map.of("a", 1, "b", 2)).keySet());
        samples.put("entry set", new HashMap<>(Map.of("a", 1, "b", 2)).entrySet());
        samples.put("tree map's view", new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3)).headMap("c"));
        samples.put("concurrent map", new ConcurrentHashMap<>(Map.of("a", 1)));
        samples.put("enum", Colour.RED);
        samples.put("enum with a body", Colour.GREEN);
        samples.put("enum map", new EnumMap<>(Map.of(Colour.GREEN, 1)));
        samples.put("enum set", EnumSet.allOf(Colour.class));
        samples.put("bit set", BitSet.valueOf(new long[]{5, 7}));
        samples.put("instant", Instant.parse("2026-01-02T03:04:05.678Z"));
        samples.put("duration", Duration.ofMillis(1234));
        samples.put("date", LocalDate.of(2026, 1, 2));
        samples.put("optional", Optional.of("a"));
        samples.put("uuid", new UUID(1, 2));
        samples.put("uri", URI.create("https://example.org/a?b#c"));
        samples.put("locale", Locale.GERMANY);
        samples.put("class", Point.class);
        samples.put("big integer", BigInteger.ONE.shiftLeft(100));
        samples.put("big decimal", new BigDecimal("1.50"));
        return samples;
    }

    private static void assertEach(ThrowingConsumer<Object> check) {
        assertAll(samples().entrySet().stream()
                .map(sample -> () -> assertDoesNotThrow(() -> check.accept(sample.getValue()), sample.getKey())));
    }

    private static Object echo(Object value) {
        return value;
    }

    /// There and back through a task, and through the store.
    @SuppressWarnings("unchecked")
    private static <T> T copy(T value) {
        Ray.put(value).get();
        return (T) Ray.task(ValuesTest::echo, (Object) value).remote().get();
    }

    static final class Holder {
        private final Object value;

        Holder(Object value) {
            this.value = value;
        }

        Object value() {
            return value;
        }

        Object echo(Object argument) {
            return argument;
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void recordsCollectionsDatesAndEnumsArriveEqual() {
        var holder = Ray.actor(Holder::new, (Object) "state").remote();
        assertEach(value -> {
            assertEquals(value, copy(value));
            assertEquals(value, Ray.put(value).get());
            assertEquals(value, holder.task(Holder::echo, value).remote().get());
        });
    }

    @In({EMBEDDED, SHARED_CLUSTER})
    void anythingCanBeAConstructorsArgument() {
        samples().forEach(
                (name, value) -> assertEquals(value, Ray.actor(Holder::new, value).remote().task(Holder::value).remote().get(), name));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void numbersKeepTheirTypes() {
        assertEquals(3L, Ray.task(ValuesTest::half, 6L).remote().get());
        assertEquals(1.5, Ray.task(ValuesTest::halfOfDouble, 3.0).remote().get());
        assertSame(Short.class, copy((Object) (short) 1).getClass());
        assertSame(Long.class, copy((Object) 1L).getClass());
        assertSame(Float.class, copy((Object) 1f).getClass());
    }

    private static long half(long number) {
        return number / 2;
    }

    private static double halfOfDouble(double number) {
        return number / 2;
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void nullIsAValue() {
        assertNull(copy(null));
        assertNull(Ray.put(null).get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void arraysArriveWithTheirElements() {
        assertArrayEquals(new byte[]{1, 2}, copy(new byte[]{1, 2}));
        assertArrayEquals(new int[]{1, 2}, copy(new int[]{1, 2}));
        assertArrayEquals(new boolean[]{true, false}, copy(new boolean[]{true, false}));
        assertArrayEquals(new char[]{'a', 'ß'}, copy(new char[]{'a', 'ß'}));
        assertArrayEquals(new double[]{1, Double.NaN}, copy(new double[]{1, Double.NaN}));
        assertArrayEquals(new int[][]{{1}, {}, {2, 3}}, copy(new int[][]{{1}, {}, {2, 3}}));
        assertArrayEquals(new String[]{"a", null}, copy(new String[]{"a", null}));
        assertArrayEquals(new Point[]{new Point(1, 2)}, copy(new Point[]{new Point(1, 2)}));
        assertArrayEquals(new Object[]{1, "a", new long[]{3}}, copy(new Object[]{1, "a", new long[]{3}}));
        assertArrayEquals(new byte[0], copy(new byte[0]));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void largeArraysArriveUnchanged() {
        var bytes = new byte[100 * 1024 + 100];
        new Random(1).nextBytes(bytes);
        assertArrayEquals(bytes, copy(bytes));
        var doubles = new Random(2).doubles(1_000_000).toArray();
        assertArrayEquals(doubles, copy(doubles));
        var texts = Collections.nCopies(100_000, "text").toArray(String[]::new);
        assertArrayEquals(texts, copy(texts));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aBufferArrivesWithItsRemainingBytes() {
        var bytes = new byte[]{1, 2, 3, 4};
        var copy = copy(ByteBuffer.wrap(bytes));
        var read = new byte[copy.remaining()];
        copy.get(read);
        assertArrayEquals(bytes, read);
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aBufferThatIsReadOnlyStaysSo() {
        var copy = copy(ByteBuffer.wrap(new byte[]{1, 2}).asReadOnlyBuffer());
        assertTrue(copy.isReadOnly());
        assertEquals(ByteBuffer.wrap(new byte[]{1, 2}), copy);
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aMapKeepsTheOrderOfAccess() {
        var cache = new LinkedHashMap<String, Integer>(16, 0.75f, true);
        cache.put("a", 1);
        cache.put("b", 2);
        var copy = copy(cache);
        var _ = copy.get("a");
        assertEquals(List.of("b", "a"), List.copyOf(copy.keySet()));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void whatIsAcceptedComesBackInTheSameClass() {
        WeakHashMap<String, Integer> weak = Ray.put(new WeakHashMap<>(Map.of("a", 1))).get();
        assertEquals(Map.of("a", 1), weak);
        HijrahDate date = Ray.put(HijrahDate.of(1447, 2, 3)).get();
        assertEquals(HijrahDate.of(1447, 2, 3), date);
        assertEquals(Map.of("a", 1), copy(new WeakHashMap<>(Map.of("a", 1))));
    }

    /// Can be written, but never read.
    static final class OneWay implements Serializable {
        private Object readResolve() {
            throw new IllegalStateException("no way back");
        }
    }

    record Load(String name, List<Object> parts) {}

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void whatCannotBeReadIsRefusedWhereItIsGivenWithTheWayToIt() {
        var refused = assertThrows(RuntimeException.class, () -> Ray.put(new Load("l", List.of(1, new OneWay()))));
        assertTrue(refused.getMessage().contains("OneWay at Load.parts[1] cannot be serialized"),
                refused.getMessage());
        assertTrue(refused.getMessage().contains("no way back"), refused.getMessage());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aViewOfValuesArrivesWithWhatItShows() {
        Collection<Integer> values = new TreeMap<>(Map.of("a", 1, "b", 2)).values();
        assertEquals(List.of(1, 2), List.copyOf(copy(values)));
        assertEquals(List.of(2, 1), List.copyOf(copy(new TreeMap<>(Map.of("a", 1, "b", 2)).reversed().values())));
        assertEquals(List.of(1, 2), List.copyOf(copy(new ArrayDeque<>(List.of(1, 2)))));
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aRandomGoesOnWhereItWas() {
        var random = new Random(42);
        random.nextInt();
        var copy = copy(random);
        assertEquals(random.nextInt(), copy.nextInt());
    }

    final class Inner {
        private final int own = 2;

        int sum() {
            return own + base;
        }
    }

    private final int base = 40;

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anInnerObjectBringsItsOuterOne() {
        assertEquals(42, copy(new Inner()).sum());
    }

    static final class Link {
        private final String name;
        private Link next;

        Link(String name) {
            this.name = name;
        }
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aCycleStaysACycle() {
        var first = new Link("first");
        first.next = new Link("second");
        first.next.next = first;
        var copy = copy(first);
        assertEquals("second", copy.next.name);
        assertSame(copy, copy.next.next);
        var list = new ArrayList<Object>();
        list.add(list);
        var sameList = copy(list);
        assertSame(sameList, sameList.getFirst());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void whatIsSharedInAValueStaysShared() {
        var point = new Link("shared");
        var copy = copy(new ArrayList<>(List.of(point, point)));
        assertSame(copy.get(0), copy.get(1));
    }

    /// Travels as its number.
    static final class Ticket implements Serializable {
        private final int number;

        Ticket(int number) {
            this.number = number;
        }

        private Object writeReplace() {
            return new Stub(number);
        }

        private record Stub(int number) implements Serializable {
            private Object readResolve() {
                return new Ticket(number);
            }
        }
    }

    record Seat(Ticket ticket, List<Ticket> others) {}

    private static int number(Seat seat) {
        return seat.ticket.number + seat.others.getFirst().number;
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aPartThatTravelsInAFormOfItsOwnMayHaveTravelledAloneBefore() {
        assertEquals(1, Ray.put(new Ticket(1)).get().number);
        assertEquals(3, Ray.task(ValuesTest::number, new Seat(new Ticket(1), List.of(new Ticket(2)))).remote().get());
    }

    interface Step extends IntUnaryOperator, Serializable {}

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aLambdaIsAValue() {
        int offset = 2;
        Step step = number -> number + offset;
        assertEquals(42, copy(step).applyAsInt(40));
        assertEquals(42, Ray.task(ValuesTest::apply, step, 40).remote().get());
    }

    private static int apply(Step step, int number) {
        return step.applyAsInt(number);
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anExceptionIsAValueAsLongAsNobodyThrowsIt() {
        var copy = copy(new IllegalStateException("outer", new java.io.IOException("inner")));
        assertEquals("outer", copy.getMessage());
        assertEquals(java.io.IOException.class, copy.getCause().getClass());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void whatCannotBeCopiedIsRefusedWhereItIsGiven() {
        assertThrows(RuntimeException.class, () -> Ray.put(Thread.currentThread()));
        var call = Ray.task(ValuesTest::echo, (Object) Thread.currentThread());
        assertThrows(RuntimeException.class, call::remote);
        assertEquals(1, copy(1));
    }
}
