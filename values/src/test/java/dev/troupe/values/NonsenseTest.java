package dev.troupe.values;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Whatever the bytes are, decoding gives a value or a `ValueException`. An engine that failed is not used again, and a new one takes some
/// milliseconds, so there are fewer tries where most fail.
@SuppressWarnings("JdkObsolete") // LinkedList on purpose
class NonsenseTest {
    private static final Values VALUES = Values.with(NonsenseTest.class.getClassLoader());

    record Part(int number, String text, List<Object> more, TimeUnit unit) {}

    @Property(tries = 20_000, seed = "1")
    void anyBytes(@ForAll byte[] bytes) {
        decodeOrRefuse(bytes);
    }

    @Property(tries = 4_000, seed = "2")
    void anyBytesAfterAnObjectsHeader(@ForAll byte[] bytes) {
        Output out = new Output(16);
        out.writeByte(Tag.OBJECT);
        out.writeInt(bytes.length);
        out.writeBytes(bytes, 0, bytes.length);
        decodeOrRefuse(out.toBytes());
    }

    @Property(tries = 8_000, seed = "3")
    void valuesWithSomeBytesChanged(@ForAll("encoded") byte[] bytes, @ForAll Random random) {
        byte[] changed = bytes.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(changed.length);
            changed[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : changed[at] ^ 1 << random.nextInt(8));
        }
        decodeOrRefuse(changed);
    }

    @Property(tries = 2_000, seed = "4")
    void valuesCutShort(@ForAll("encoded") byte[] bytes, @ForAll Random random) {
        decodeOrRefuse(java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)));
    }

    @Provide
    Arbitrary<byte[]> encoded() {
        List<Object> values = List.of("text", new long[]{1, 2, 3}, new String[]{"a", null, "c"}, List.of(1, "two", 3.0),
                new Part(1, "x", new ArrayList<>(List.of("a", new byte[10], new Object[]{1, null})), TimeUnit.DAYS),
                new TreeMap<>(Map.of("k", new int[5])), new EnumMap<>(Map.of(TimeUnit.HOURS, Instant.EPOCH)),
                new LinkedList<>(List.of(1, 2)).reversed(), new ConcurrentHashMap<>(Map.of("a", 1)).keySet(),
                new Random(1), new IllegalStateException("bad", new RuntimeException("worse")),
                new int[][]{{1}, {2, 3}}, new Part[]{new Part(1, null, null, null)});
        return Arbitraries.of(values).map(VALUES::encode);
    }

    private static void decodeOrRefuse(byte[] bytes) {
        try {
            VALUES.decode(bytes);
        } catch (ValueException e) {
            if (e.getMessage().isBlank()) {
                throw new AssertionError("says nothing", e);
            }
        }
    }
}
