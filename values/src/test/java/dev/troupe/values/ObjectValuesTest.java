package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.UnknownFormatConversionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings({"ArrayRecordComponent", "JdkObsolete", "ClassCanBeStatic", "ImmutableEnumChecker"}) // odd values on purpose
class ObjectValuesTest {
    /// The two kinds of engine, and one writing for the other.
    enum Way {
        INTERPRETED, COMPILED, INTERPRETED_TO_COMPILED, COMPILED_TO_INTERPRETED;

        final Values sender = with(name().startsWith("COMPILED"));
        final Values receiver = with(name().endsWith("COMPILED"));

        private static Values with(boolean compiled) {
            Values values = Values.with(ObjectValuesTest.class.getClassLoader());
            if (compiled) {
                values.objects().engines().compile(Set.of());
            }
            return values;
        }

        @SuppressWarnings("unchecked")
        <T> T send(T value) {
            return (T) receiver.decode(sender.encode(value));
        }
    }

    enum Mood {
        CALM, WILD {
            @Override
            public String toString() {
                return "wild!";
            }
        }
    }

    record Message(int id, String text, List<String> tags, Mood mood, double[] data, Instant at, Object any) {}

    record Views(Set<String> keys, Collection<Integer> values, List<Integer> reversed, Map<String, Integer> map,
            Map.Entry<String, Integer> entry, Iterable<Integer> any) {}

    static class Node {
        Node next;
        String name;
        transient Thread owner;
    }

    static final class Sealed {
        private final int secret;

        private Sealed(int secret) {
            this.secret = secret;
        }
    }

    class Inner {
        int number = 7;
    }

    interface Step extends UnaryOperator<String>, Serializable {}

    static class Trouble extends RuntimeException {
        private static final long serialVersionUID = 1;
        final int code;

        Trouble(String message, int code, Throwable cause) {
            super(message, cause);
            this.code = code;
        }
    }

    /// Its constructor cannot be called with just any text.
    static class OrderFailed extends RuntimeException {
        private static final long serialVersionUID = 1;
        final int order;

        OrderFailed(String order) {
            super("order " + order + " failed");
            this.order = Integer.parseInt(order);
        }
    }

    @ParameterizedTest
    @EnumSource
    void recordsEnumsAndTimesArriveEqual(Way way) {
        Message sent = new Message(1, "é?", List.of("a", "b"), Mood.WILD, new double[]{1, 2}, Instant.now(),
                Map.of("k", Optional.of(UUID.randomUUID())));
        Message got = way.send(sent);
        assertEquals(sent.tags, got.tags);
        assertSame(Mood.WILD, got.mood);
        assertArrayEquals(sent.data, got.data);
        assertEquals(sent.at, got.at);
        assertEquals(sent.any, got.any);
        for (Object value : List.of(List.of(), List.of(1, 2, 3), Set.of("x"), Map.of("a", 1, "b", 2),
                Duration.ofMillis(3), new BigDecimal("1.20"), Mood.CALM, new EnumMap<>(Map.of(Mood.WILD, 1)),
                Arrays.asList(1, null), new TreeSet<>(List.of(2, 1)))) {
            assertEquals(value, way.send(value));
        }
    }

    @ParameterizedTest
    @EnumSource
    void cyclesAndSharedPartsStayWhatTheyAre(Way way) {
        Node a = new Node();
        a.next = new Node();
        a.next.next = a;
        a.name = "a";
        a.owner = Thread.currentThread();
        Node got = way.send(a);
        assertSame(got, got.next.next);
        assertEquals("a", got.name);
        assertSame(null, got.owner);

        int[] shared = {1};
        Object[] both = way.send(new Object[]{shared, shared});
        assertSame(both[0], both[1]);
    }

    @ParameterizedTest
    @EnumSource
    void lambdasBringWhatTheyCaptured(Way way) {
        String ending = "!";
        Step step = text -> text + ending;
        assertEquals("hey!", way.send(step).apply("hey"));
        assertEquals("hey", way.send((Step) String::trim).apply(" hey "));
    }

    @ParameterizedTest
    @EnumSource
    void classesWithoutAnyHelpArrive(Way way) {
        assertEquals(5, way.send(new Sealed(5)).secret);
        assertEquals(7, way.send(new Inner()).number);
        assertEquals(3, way.send(new Sealed[]{new Sealed(3)})[0].secret);
    }

    @ParameterizedTest
    @EnumSource
    void exceptionsKeepMessageCauseTraceAndFields(Way way) {
        Trouble sent = new Trouble("bad", 5, new IOException("disk"));
        sent.addSuppressed(new IllegalStateException("also"));
        Trouble got = way.send(sent);
        assertEquals("bad", got.getMessage());
        assertEquals(5, got.code);
        assertEquals("disk", assertInstanceOf(IOException.class, got.getCause()).getMessage());
        assertEquals("also", got.getSuppressed()[0].getMessage());
        assertArrayEquals(sent.getStackTrace(), got.getStackTrace());
    }

    @ParameterizedTest
    @EnumSource
    void viewsArriveAsPlainCollectionsOfEqualContent(Way way) {
        Map<String, Integer> map = new LinkedHashMap<>(Map.of("b", 2));
        map.put("a", 1);
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        for (Object view : List.of(new HashMap<>(map).keySet(), map.keySet(), map.entrySet(), Map.entry("a", 1),
                new TreeMap<>(map).keySet(), new TreeMap<>(map).descendingMap(), new TreeMap<>(map).headMap("b"),
                new TreeSet<>(list).headSet(3), new TreeSet<>(list).descendingSet(), new ConcurrentHashMap<>(map).keySet(),
                Map.copyOf(map).keySet(), list.reversed(), List.of(1, 2).reversed(), list.subList(0, 2),
                list.subList(0, 2).reversed(), List.of(1, 2, 3).subList(1, 3), new LinkedList<>(list).reversed(),
                new LinkedHashSet<>(list).reversed(), new LinkedHashMap<>(map).reversed(),
                new EnumMap<>(Map.of(Mood.CALM, 1)).keySet(), map.entrySet().iterator().next())) {
            assertEquals(view, way.send(view), () -> view.getClass().getName());
        }
        for (Collection<Integer> view : List.of(new HashMap<>(map).values(), map.values(), new TreeMap<>(map).values(),
                Map.copyOf(map).values(), new ConcurrentHashMap<>(map).values(), new ArrayDeque<>(list).reversed())) {
            assertEquals(List.copyOf(view), List.copyOf(way.send(view)), () -> view.getClass().getName());
        }
    }

    @ParameterizedTest
    @EnumSource
    void listsOfStreamsMayHoldNulls(Way way) {
        for (List<Integer> list : List.of(Stream.of(1, null).toList(), Stream.of((Integer) null).toList(),
                Stream.of(1, 2, 3, null).toList(),
                List.of(1, 2, 3), List.<Integer>of())) {
            List<Integer> got = way.send(list);
            assertEquals(list, got);
            assertThrows(UnsupportedOperationException.class, () -> got.add(1));
        }
        assertEquals(new Views(null, Arrays.asList(1, null), null, null, null, null),
                way.send(new Views(null, Stream.of(1, null).toList(), null, null, null, null)));
    }

    @ParameterizedTest
    @EnumSource
    void noConstructorOfAnExceptionIsRun(Way way) {
        OrderFailed got = way.send(new OrderFailed("5"));
        assertEquals("order 5 failed", got.getMessage());
        assertEquals(5, got.order);
        got.addSuppressed(new IOException("later"));
        got.initCause(new IOException("later"));
        assertEquals(1, got.getSuppressed().length);

        Exception first = new Exception("first");
        first.initCause(new Exception("second", first));
        Exception circle = way.send(first);
        assertSame(circle, circle.getCause().getCause());
    }

    @ParameterizedTest
    @EnumSource
    void messagesThatExceptionsMakeUpStayTheSame(Way way) {
        Object nothing = null;
        NullPointerException helpful = assertThrows(NullPointerException.class, () -> nothing.hashCode());
        for (Exception sent : List.of(new NoSuchFileException("f"), new NoSuchFileException("f", "g", "why"), helpful,
                new UnknownFormatConversionException("q"))) {
            Exception got = way.send(sent);
            assertEquals(sent.getMessage(), got.getMessage());
            assertArrayEquals(sent.getStackTrace(), got.getStackTrace());
        }
        assertEquals("why", way.send(new NoSuchFileException("f", "g", "why")).getReason());
    }

    @ParameterizedTest
    @EnumSource
    void viewsInFieldsArriveToo(Way way) {
        Map<String, Integer> map = new HashMap<>(Map.of("b", 2));
        Views sent = new Views(map.keySet(), List.of(1, 2), List.of(1, 2).reversed(), new LinkedHashMap<>(map).reversed(),
                map.entrySet().iterator().next(), new ArrayList<>(List.of(4, 5)).reversed());
        assertEquals(sent, way.send(sent));
        assertEquals(List.of(2), List.copyOf(way.send(new Views(null, map.values(), null, null, null, null)).values));
    }

    @ParameterizedTest
    @EnumSource
    void aRandomGoesOnWhereItWas(Way way) {
        Random random = new Random(5);
        random.nextGaussian();
        Random got = way.send(random);
        assertEquals(random.nextGaussian(), got.nextGaussian());
        assertEquals(random.nextLong(), got.nextLong());

        Object[] shared = {random, List.of(random)};
        Object[] copies = way.send(shared);
        assertSame(copies[0], ((List<?>) copies[1]).getFirst());

        SplittableRandom splittable = new SplittableRandom(5);
        SplittableRandom copy = way.send(splittable);
        assertEquals(splittable.nextLong(), copy.nextLong());
    }

    @ParameterizedTest
    @EnumSource
    void aLongChainOfObjectsArrives(Way way) {
        Node first = new Node();
        Node last = first;
        for (int i = 0; i < 5000; i++) {
            last.next = new Node();
            last = last.next;
        }
        last.name = "last";
        Node got = way.send(first);
        while (got.next != null) {
            got = got.next;
        }
        assertEquals("last", got.name);
    }

    @ParameterizedTest
    @EnumSource
    void largeCollectionsArrive(Way way) {
        List<Object> nulls = new ArrayList<>(java.util.Collections.nCopies(100_000, null));
        assertEquals(nulls, way.send(nulls));
        Map<Integer, String> map = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            map.put(i, "v" + i);
        }
        assertEquals(map, way.send(map));
    }

    @Test
    void objectsAndSimpleValuesMixInOneBuffer() {
        Values values = Values.with(getClass().getClassLoader());
        Output out = new Output(8);
        List<Object> sent = List.of(List.of("a"), "b", Map.of("c", new byte[5000].length), 4L);
        sent.forEach(value -> values.write(value, out));
        Input in = new Input(out.array(), 0, out.length());
        for (Object value : sent) {
            assertEquals(value, values.read(in));
        }
    }

    @Test
    void manyThreadsShareOne() throws Exception {
        Values values = Values.with(getClass().getClassLoader());
        Function<Integer, Message> make = i -> new Message(i, "t" + i, List.of("x" + i), Mood.CALM, null, null, null);
        List<Thread> threads = new ArrayList<>();
        Map<Integer, Object> wrong = new ConcurrentHashMap<>();
        for (int t = 0; t < 8; t++) {
            int base = t * 10_000;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = base; i < base + 5_000; i++) {
                    Object got = values.decode(values.encode(make.apply(i)));
                    if (!make.apply(i).equals(got)) {
                        wrong.put(i, got);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(Map.of(), wrong);
    }
}
