package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Socket;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RefusalTest {
    private final Values values = Values.with(getClass().getClassLoader());

    record Job(String name, Map<String, Object> parts) {}

    static class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;
        @SuppressWarnings("serial")
        final Object held;

        Broken(String message, Object held, Throwable cause) {
            super(message, cause);
            this.held = held;
        }
    }

    /// Can be written, but never read.
    static final class OneWay implements Serializable {
        private static final long serialVersionUID = 1;

        private Object readResolve() {
            throw new IllegalStateException("no way back");
        }
    }

    record Letter(OneWay stamp) {}

    static class Chain {
        Chain next;
    }

    @Test
    void aThreadIsNamed() {
        assertRefused(Thread.currentThread(), "a java.lang.Thread cannot be serialized:");
    }

    @Test
    void theWayToTheCulpritIsNamed() throws IOException {
        try (Socket socket = new Socket()) {
            Map<String, Object> parts = new HashMap<>();
            parts.put("fine", List.of(1));
            parts.put("bad", new Object[]{"x", socket});
            assertRefused(new Job("j", parts),
                    "a java.net.Socket at Job.parts[\"bad\"][1] cannot be serialized:");
        }
    }

    /// The serialiser of a final class is made with that of the class that has a field of it.
    @Test
    void whatCannotBeReadIsRefusedAlsoAfterValuesWithoutIt() {
        assertEquals(new Letter(null), values.decode(values.encode(new Letter(null))));
        for (int i = 0; i < 2; i++) {
            assertRefused(new Letter(new OneWay()),
                    "a " + OneWay.class.getName() + " at Letter.stamp cannot be serialized:");
        }
    }

    /// Can be written, but never read, by a way of Java's that Fory serves.
    static final class Strict implements Serializable {
        private static final long serialVersionUID = 1;

        private void readObject(ObjectInputStream in) {
            throw new IllegalStateException("not from you");
        }
    }

    record Envelope(Strict content) {}

    @Test
    void whatItsReadObjectRefusesIsRefusedAlsoAfterNull() {
        assertEquals(new Envelope(null), values.decode(values.encode(new Envelope(null))));
        for (int i = 0; i < 2; i++) {
            assertRefused(new Envelope(new Strict()),
                    "a " + Strict.class.getName() + " at Envelope.content cannot be serialized:");
        }
    }

    static class Plan {
        final Queue<String> queue = new PriorityQueue<>((a, b) -> b.compareTo(a));
    }

    static class Index {
        final Map<String, Integer> byName = new TreeMap<>((a, b) -> b.compareTo(a));
    }

    @Test
    void theOrderOfACollectionIsNamedIfItCannotTravel() {
        assertRefused(new Plan(), " at Plan.queue.comparator() cannot be serialized:");
        assertRefused(new Plan(), "(Comparator<Move> & Serializable)");
        assertRefused(new Index(), " at Index.byName.comparator() cannot be serialized:");
        assertRefused(new Index(), "(Comparator<Move> & Serializable)");
        assertRefused(new TreeMap<>(Comparator.comparing((String text) -> text + "!")), "(Comparator<Move> & Serializable)");
    }

    @Test
    void aLambdaThatIsNotSerializableIsToldSo() {
        String captured = "x";
        Function<String, String> function = text -> text + captured;
        assertRefused(List.of(function), "java.io.Serializable");
        assertRefused(List.of(function), "(Comparator<Move> & Serializable)");
    }

    @Test
    void memoryOutsideTheHeapStaysWhereItIs() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(8);
            assertRefused(segment, "memory outside the heap cannot leave its process");
            assertRefused(new Object[]{"x", segment}, "[1]");
            assertRefused(arena, "memory outside the heap");
        }
        MemorySegment array = (MemorySegment) values.decode(values.encode(MemorySegment.ofArray(new byte[]{1, 2})));
        assertEquals(2, array.get(ValueLayout.JAVA_BYTE, 1));
    }

    @Test
    void whatIsWrittenDeeplyIsReadAgain() {
        Chain first = new Chain();
        Chain last = first;
        for (int i = 1; i < 10_001; i++) {
            last.next = new Chain();
            last = last.next;
        }
        int length = 0;
        for (Chain each = (Chain) values.decode(values.encode(first)); each != null; each = each.next) {
            length++;
        }
        assertEquals(10_001, length);
    }

    @Test
    void afterARefusalTheBufferIsAsBefore() {
        Output out = new Output(4);
        values.write("kept", out);
        int length = out.length();
        assertThrows(ValueException.class, () -> values.write(List.of(Thread.currentThread()), out));
        values.write(List.of(1), out);
        Input in = new Input(out.array(), 0, out.length());
        assertEquals("kept", values.read(in));
        assertEquals(List.of(1), values.read(in));
        assertTrue(length > 0);
    }

    @Test
    void anExceptionThatHoldsAThreadArrivesAsItsDescription() {
        Broken sent = new Broken("oops", Thread.currentThread(), new IOException("disk"));
        LostThrowable got = assertInstanceOf(LostThrowable.class, values.decode(values.encode(sent)));
        assertEquals(Broken.class.getName(), got.originalClass());
        assertEquals(sent.toString(), got.toString());
        assertEquals("java.io.IOException: disk", got.getCause().toString());
        assertEquals(sent.getStackTrace()[0].toString(), got.getStackTrace()[0].toString());
    }

    @Test
    void tooDeepIsSaidNotThrownAsAnError() {
        Chain first = new Chain();
        Chain last = first;
        for (int i = 0; i < 1_000_000; i++) {
            last.next = new Chain();
            last = last.next;
        }
        assertRefused(first, "nested too deeply");
        assertEquals(List.of(1), values.decode(values.encode(List.of(1))));
    }

    @Test
    void aClassTheReceiverLacksIsNamed() throws ReflectiveOperationException {
        byte[] code = ClassFile.of().build(ClassDesc.of("gone.Missing"), type -> type.withFlags(ClassFile.ACC_PUBLIC)
                .withMethodBody("<init>", ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC, body -> body.aload(0)
                        .invokespecial(ConstantDescs.CD_Object, "<init>", ConstantDescs.MTD_void).return_()));
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (!name.equals("gone.Missing")) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, code, 0, code.length);
            }
        };
        Object missing = loader.loadClass("gone.Missing").getConstructor().newInstance();
        Values sender = Values.with(loader);
        byte[] bytes = sender.encode(List.of(missing));
        assertEquals(missing.getClass(), ((List<?>) sender.decode(bytes)).getFirst().getClass());

        ValueException e = assertThrows(ValueException.class, () -> values.decode(bytes));
        assertEquals("class gone.Missing of a received object was not found"
                + "; both the sender and the receiver need it on their class path", e.getMessage());
    }

    static class Handlers {
        final Map<String, Function<Integer, Integer>> byName = new HashMap<>(Map.of("inc", x -> x + 1));
    }

    @Test
    void aRefusalHasNoAfterEffects() {
        List<List<String>> rows = List.of(List.of("a", "b"), List.of("c"));
        for (int i = 0; i < 3; i++) {
            assertEquals(rows, values.decode(values.encode(rows)));
            assertThrows(ValueException.class, () -> values.encode(new Handlers()));
        }
        assertEquals(rows, values.decode(values.encode(rows)));
    }

    private void assertRefused(Object value, String part) {
        ValueException e = assertThrows(ValueException.class, () -> values.encode(value));
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }
}
