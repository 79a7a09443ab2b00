package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.troupe.values.ObjectValuesTest.Way;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings({"ArrayRecordComponent", "JdkObsolete"}) // odd records on purpose
class RecordsTest {
    record Objects(Object... all) {}

    record Ints(int... all) {}

    record Named(String name, String... rest) {}

    @SuppressWarnings("unchecked")
    record Of<T>(T... all) {}

    record Nested(Objects first, Objects... rest) {}

    public record Open(String name, Object... all) {}

    public record OpenInts(int... all) {}

    record Choosy(int... all) {
        Choosy {
            if (all.length > 2) {
                throw new IllegalArgumentException("too many");
            }
        }
    }

    record Tag(String name) {}

    record Box(String name, Object content) {}

    record Tree(Object value, List<Tree> children) {}

    record Branch(Branch... branches) {}

    record Maybe(Optional<Object> content) {}

    static class Holder {
        Object content;
        Object again;
    }

    @ParameterizedTest
    @EnumSource
    void aRecordWhoseLastComponentIsVariableArrivesAsItWas(Way way) {
        assertArrayEquals(new Object[]{1, "x", null}, way.send(new Objects(1, "x", null)).all);
        assertArrayEquals(new Object[]{new int[]{1}}, way.send(new Objects((Object) new int[]{1})).all);
        assertArrayEquals(new String[]{"a"}, way.send(new Objects((Object[]) new String[]{"a"})).all);
        assertArrayEquals(new Object[0], way.send(new Objects()).all);
        assertNull(way.send(new Objects((Object[]) null)).all);
        assertArrayEquals(new int[]{1, 2}, way.send(new Ints(1, 2)).all);
        assertArrayEquals(new int[0], way.send(new Ints()).all);
        assertNull(way.send(new Ints((int[]) null)).all);
        Named named = way.send(new Named("n", "a", "b"));
        assertEquals("n", named.name);
        assertArrayEquals(new String[]{"a", "b"}, named.rest);
        assertArrayEquals(new Integer[]{1, 2}, way.send(new Of<>(1, 2)).all);
        Nested nested = way.send(new Nested(new Objects(1), new Objects(2), null));
        assertArrayEquals(new Object[]{1}, nested.first.all);
        assertArrayEquals(new Object[]{2}, nested.rest[0].all);
        assertNull(nested.rest[1]);
        Open open = way.send(new Open("o", 1, List.of(2)));
        assertArrayEquals(new Object[]{1, List.of(2)}, open.all);
        assertNull(way.send(new Open("o", (Object[]) null)).all);
        assertArrayEquals(new int[]{3}, way.send(new OpenInts(3)).all);
        assertArrayEquals(new int[]{3, 4}, way.send(new Choosy(3, 4)).all);
    }

    @ParameterizedTest
    @EnumSource
    void aRecordThatHoldsItselfIsRefusedWithTheWay(Way way) {
        List<Object> list = new ArrayList<>();
        Box box = new Box("b", list);
        list.add(1);
        list.add(box);
        assertRefused(way, box, "a " + Box.class.getName() + " cannot be serialized: it contains itself at Box.content[1],");
        assertRefused(way, List.of("x", box), " at List12[1] cannot be serialized: it contains itself at Box.content[1],");

        Map<String, Object> map = new HashMap<>();
        Box mapped = new Box("m", map);
        map.put("me", mapped);
        assertRefused(way, mapped, "it contains itself at Box.content[\"me\"],");

        Object[] array = new Object[1];
        Box arrayed = new Box("a", array);
        array[0] = arrayed;
        assertRefused(way, arrayed, "it contains itself at Box.content[0],");

        Holder holder = new Holder();
        Box held = new Box("h", holder);
        holder.content = held;
        assertRefused(way, held, "it contains itself at Box.content.content,");

        Branch branch = new Branch(new Branch(), null);
        branch.branches[1] = branch;
        assertRefused(way, branch, "it contains itself at Branch.branches[1],");

        List<Tree> children = new ArrayList<>();
        Tree tree = new Tree("t", children);
        children.add(new Tree("child", List.of(tree)));
        assertRefused(way, tree, "it contains itself at Tree.children[0].children[0],");

        AtomicReference<Object> reference = new AtomicReference<>();
        Box atomic = new Box("r", reference);
        reference.set(atomic);
        assertRefused(way, atomic, "it contains itself at Box.content.get(),");

        Holder inOptional = new Holder();
        Maybe maybe = new Maybe(Optional.of(inOptional));
        inOptional.content = maybe.content;
        assertRefused(way, maybe, "a java.util.Optional at Maybe.content cannot be serialized");
        assertEquals(new Box("fine", 1), way.send(new Box("fine", 1)));
    }

    @ParameterizedTest
    @EnumSource
    void aCycleThatBeginsWithSomethingMutableArrives(Way way) {
        List<Object> list = new ArrayList<>();
        list.add(new Box("b", list));
        List<?> got = way.send(list);
        assertSame(got, ((Box) got.getFirst()).content);

        Holder holder = new Holder();
        holder.content = new Box("h", Optional.of(holder));
        Holder held = way.send(holder);
        assertSame(held, ((Optional<?>) ((Box) held.content).content).orElseThrow());

        AtomicReference<Object> reference = new AtomicReference<>();
        reference.set(List.of(reference));
        AtomicReference<?> copy = way.send(reference);
        assertSame(copy, ((List<?>) copy.get()).getFirst());
    }

    @ParameterizedTest
    @EnumSource
    void aCollectionThatItsElementsReferToArrives(Way way) {
        Holder a = new Holder();
        Holder b = new Holder();
        Holder c = new Holder();
        for (Collection<Holder> all : List.of(List.of(a), List.of(a, b), List.of(a, b, c), Stream.of(a, b).toList(), Set.of(a),
                Set.of(a, b, c),
                new CopyOnWriteArrayList<>(List.of(a, b)), new CopyOnWriteArraySet<>(List.of(a, b)), new ArrayList<>(List.of(a)),
                new LinkedList<>(List.of(a)), new ArrayDeque<>(List.of(a)), new HashSet<>(List.of(a)), new Vector<>(List.of(a)),
                new LinkedHashSet<>(List.of(a)), new LinkedBlockingQueue<>(List.of(a)), new ConcurrentLinkedQueue<>(List.of(a)),
                new ArrayBlockingQueue<>(3, false, List.of(a)), new LinkedBlockingDeque<>(List.of(a)))) {
            all.forEach(each -> each.content = all);
            Collection<Holder> got = way.send(all);
            assertEquals(all.size(), got.size());
            got.forEach(each -> assertSame(got, each.content, () -> all.getClass().getName()));
            assertTrue(got.contains(got.iterator().next()));
            Holder first = way.send(a);
            assertTrue(((Collection<?>) first.content).contains(first), () -> all.getClass().getName());
        }
        List<Holder> list = List.of(a);
        a.content = list;
        assertThrows(UnsupportedOperationException.class, () -> way.send(list).add(null));
    }

    @ParameterizedTest
    @EnumSource
    void aMapThatItsValuesReferToArrives(Way way) {
        Holder holder = new Holder();
        for (Map<String, Object> all : List.<Map<String, Object>>of(Map.of("a", holder), Map.of("a", holder, "b", 1),
                new HashMap<>(Map.of("a", holder)),
                new TreeMap<>(Map.of("a", holder)), new ConcurrentHashMap<>(Map.of("a", holder)), new Hashtable<>(Map.of("a", holder)),
                new ConcurrentSkipListMap<>(Map.of("a", holder)))) {
            holder.content = all;
            Map<String, Object> got = way.send(all);
            assertSame(all.size(), got.size());
            assertSame(got, ((Holder) got.get("a")).content, () -> all.getClass().getName());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotArriveAsACycleIsRefused(Way way) {
        Holder holder = new Holder();
        for (Object box : List.of(Arrays.asList(holder), Collections.singletonList(holder), Collections.singleton(holder),
                Collections.singletonMap("a", holder), Collections.unmodifiableList(new ArrayList<>(List.of(holder))),
                Collections.synchronizedMap(new HashMap<>(Map.of("a", holder))), Optional.of(holder), Map.entry("a", holder),
                ImmutableList.of(holder))) {
            holder.content = box;
            assertRefused(way, box, "it contains itself at");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSharedStaysSharedWithRecordsToo(Way way) {
        Box shared = new Box("s", new ArrayList<>(List.of(1)));
        Tag tag = new Tag("t");
        Object[] got = way.send(new Object[]{shared, shared, new Box("outer", shared), tag, List.of(tag)});
        assertEquals(shared, got[0]);
        assertSame(got[0], got[1]);
        assertSame(got[0], ((Box) got[2]).content);
        assertSame(got[3], ((List<?>) got[4]).getFirst());
    }

    private static void assertRefused(Way way, Object value, String part) {
        ValueException e = assertThrows(ValueException.class, () -> way.sender.encode(value));
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }
}
