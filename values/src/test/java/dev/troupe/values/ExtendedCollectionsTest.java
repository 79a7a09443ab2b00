package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.values.ObjectValuesTest.Way;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Classes that extend the JDK's collections and do more than they do.
@SuppressWarnings({"serial", "DoubleBraceInitialization", "JdkObsolete", "NonApiType"})
class ExtendedCollectionsTest {
    static class Newest<K, V> extends LinkedHashMap<K, V> {
        private final int most;

        Newest(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }
    }

    /// Forgets all but the last as soon as there is another.
    static class Last<K, V> extends LinkedHashMap<K, V> {
        boolean forgets;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return forgets;
        }
    }

    static class Marked extends TreeSet<String> {
        @Override
        public boolean add(String element) {
            return super.add("<" + element + ">");
        }
    }

    static class Doubling extends HashMap<String, Integer> {
        @Override
        public Integer put(String key, Integer value) {
            return super.put(key, value * 2);
        }
    }

    static class Counting extends ArrayList<String> {
        int additions;
        transient int looks;

        @Override
        public boolean add(String element) {
            additions++;
            return super.add(element);
        }

        @Override
        public Iterator<String> iterator() {
            looks++;
            return super.iterator();
        }
    }

    static class Started extends ArrayList<Integer> {
        static int constructed;

        Started() {
            constructed++;
            add(0);
        }
    }

    static class Refusing extends HashSet<Integer> {
        boolean closed;

        @Override
        public boolean add(Integer element) {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            return super.add(element);
        }
    }

    static class Backwards extends TreeMap<String, Integer> {
        Backwards() {
            super(Comparator.reverseOrder());
        }

        @Override
        public Integer put(String key, Integer value) {
            return super.put(key, value + 1);
        }
    }

    static class Urgent extends PriorityQueue<Integer> {
        Urgent() {
            super((Comparator<Integer> & Serializable) (a, b) -> b - a);
        }

        @Override
        public boolean offer(Integer element) {
            return super.offer(element + 10);
        }
    }

    static class Pile extends Stack<Object> {
        String name;
    }

    static class Line extends ArrayDeque<Integer> {
        @Override
        public void addLast(Integer element) {
            super.addLast(element + 1);
        }
    }

    static class Table extends ConcurrentHashMap<String, Integer> {
        String name = "t";

        @Override
        public Integer put(String key, Integer value) {
            return super.put(key, value + 1);
        }
    }

    record Held(Counting counting, Newest<String, Integer> newest, Collection<?> any) {}

    @ParameterizedTest
    @EnumSource
    void whatTheyHoldAndAreStaysTheSame(Way way) {
        Newest<String, Integer> newest = new Newest<>(2);
        newest.put("a", 1);
        newest.put("b", 2);
        newest.get("a");
        Last<String, Integer> last = new Last<>();
        last.put("a", 1);
        last.put("b", 2);
        last.forgets = true;
        Marked marked = new Marked();
        marked.add("x");
        Doubling doubling = new Doubling();
        doubling.put("a", 1);
        Refusing refusing = new Refusing();
        refusing.add(1);
        refusing.closed = true;
        Backwards backwards = new Backwards();
        backwards.put("a", 1);
        backwards.put("b", 2);
        Pile pile = new Pile();
        pile.push(pile.getClass());
        Table table = new Table();
        table.put("a", 1);
        for (Object sent : List.of(newest, last, marked, doubling, refusing, backwards, pile, table)) {
            Object got = way.send(sent);
            assertSame(sent.getClass(), got.getClass());
            assertEquals(sent, got, () -> sent.getClass().getName());
            assertEquals(sent.toString(), got.toString());
        }
        Newest<String, Integer> copy = way.send(newest);
        copy.put("c", 3);
        assertEquals("[a, c]", copy.keySet().toString());
        assertTrue(way.send(refusing).closed);

        Line line = new Line();
        line.addLast(1);
        assertEquals(List.of(2), List.copyOf(way.send(line)));
        Urgent urgent = new Urgent();
        urgent.offer(1);
        urgent.offer(2);
        Urgent queue = way.send(urgent);
        assertEquals(12, queue.poll());
        assertEquals(11, queue.poll());
    }

    @ParameterizedTest
    @EnumSource
    void theirFieldsArriveAndNothingIsCountedTwice(Way way) {
        Counting counting = new Counting();
        counting.add("a");
        counting.add("b");
        Counting got = way.send(counting);
        assertEquals(2, got.additions);
        assertEquals(0, got.looks);
        assertEquals(List.of("a", "b"), List.of(got.toArray()));

        Held held = way.send(new Held(counting, null, counting));
        assertEquals(2, held.counting.additions);
        assertSame(held.counting, held.any);
        assertNull(held.newest);

        Started started = new Started();
        int constructed = Started.constructed;
        assertEquals(List.of(0), way.send(started));
        assertEquals(constructed, Started.constructed);
    }

    @ParameterizedTest
    @EnumSource
    void aCollectionMayHoldItself(Way way) {
        Pile pile = new Pile();
        pile.push(pile);
        pile.name = "p";
        Pile got = way.send(pile);
        assertSame(got, got.peek());
        assertEquals("p", got.name);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsFilledInAnInitialiserArrivesAsThePlainCollection(Way way) {
        for (Object sent : List.of(staticList(), new ArrayList<>() {
            {
                add(1);
            }
        }, new HashMap<>() {
            {
                put("a", 1);
            }
        }, new TreeMap<String, Integer>(Comparator.reverseOrder()) {
            {
                put("a", 1);
                put("b", 2);
            }
        })) {
            Object got = way.send(sent);
            assertEquals(sent, got);
            assertEquals(sent.toString(), got.toString());
            assertSame(sent.getClass().getSuperclass(), got.getClass());
        }
    }

    private static List<Integer> staticList() {
        return new ArrayList<>() {
            {
                add(1);
            }
        };
    }

    private final Thread thread = Thread.currentThread();

    @ParameterizedTest
    @EnumSource
    void oneThatDoesMoreTakesItsSurroundingsAlongOrIsRefused(Way way) {
        int most = 1;
        Map<String, Integer> alone = limited(most);
        alone.put("a", 1);
        alone.put("b", 2);
        Map<String, Integer> got = way.send(alone);
        got.put("c", 3);
        assertEquals("{c=3}", got.toString());
        ValueException e = assertThrows(ValueException.class, () -> way.sender.encode(new ArrayList<>() {
            @Override
            public String toString() {
                return thread.getName();
            }
        }));
        assertTrue(e.getMessage().contains("this$0.thread"), e.getMessage());
    }

    private static Map<String, Integer> limited(int most) {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > most;
            }
        };
    }
}
