package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.troupe.values.Graphs.Flags;
import dev.troupe.values.Graphs.Oops;
import dev.troupe.values.Graphs.Seat;
import dev.troupe.values.Replaced.Flag;
import dev.troupe.values.Replaced.Streamed;
import dev.troupe.values.Replaced.Ticket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Two processes have met different classes before they talk with each other: what is written must not depend on that.
class HistoryTest {
    private static final Map<String, Object> GRAPHS = new TreeMap<>(Graphs.all());
    private static final Map<String, byte[]> BYTES = new HashMap<>();
    private static final Map<String, byte[]> AFTER_A_JOURNEY = new HashMap<>();

    /// As somebody writes it who has met nothing.
    private static byte[] bytes(String name) {
        return BYTES.computeIfAbsent(name, _ -> fresh(false).encode(GRAPHS.get(name)));
    }

    private static byte[] bytesAfterAJourney(String name) {
        return AFTER_A_JOURNEY.computeIfAbsent(name, _ -> fresh(false).encode(fresh(false).decode(bytes(name))));
    }

    private static Values fresh(boolean compiled) {
        Values values = Values.with(HistoryTest.class.getClassLoader());
        if (compiled) {
            values.objects().engines().compile(Set.of());
        }
        return values;
    }

    /// Has written some of the graphs and read some.
    private static Values experienced(boolean compiled, Random random) {
        Values values = fresh(compiled);
        List<String> names = shuffled(compiled, random);
        for (String name : names.subList(0, random.nextInt(names.size()))) {
            if (random.nextBoolean()) {
                values.encode(GRAPHS.get(name));
            } else {
                values.decode(bytes(name));
            }
        }
        return values;
    }

    private static List<String> shuffled(boolean compiled, Random random) {
        List<String> names = new ArrayList<>(GRAPHS.keySet());
        if (compiled) {
            names.removeIf(name -> name.startsWith("stream"));
        }
        Collections.shuffle(names, random);
        return names;
    }

    /// Both go on learning meanwhile, so that later ones are met by those who have met nearly everything.
    private static void assertSameWhateverCameBefore(Values writer, Values reader, List<String> names) {
        List<Executable> checks = new ArrayList<>();
        for (String name : names) {
            checks.add(() -> assertArrayEquals(bytes(name), writer.encode(GRAPHS.get(name)), name + ", written"));
            checks.add(() -> {
                Object read = reader.decode(writer.encode(GRAPHS.get(name)));
                assertArrayEquals(bytesAfterAJourney(name), fresh(false).encode(read), name + ", read");
            });
        }
        assertAll(checks);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whatIsWrittenDoesNotDependOnWhatWasMetBefore(long seed) {
        Random random = new Random(seed);
        assertSameWhateverCameBefore(experienced(false, random), experienced(false, random), shuffled(false, random));
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true", "true, true"})
    void norDoesItForCompiledEngines(boolean writes, boolean reads) {
        Random random = new Random(1);
        Values writer = experienced(writes, random);
        Values reader = experienced(reads, random);
        assertSameWhateverCameBefore(writer, reader, shuffled(true, random));
        assertEquals(writes, writer.objects().engines().take().compiled());
        assertEquals(reads, reader.objects().engines().take().compiled());
    }

    @Test
    void whatCannotBeCompiledIsWrittenAsBefore() {
        Values writer = fresh(true);
        Values reader = fresh(true);
        for (Streamed streamed : List.of(new Streamed(3), new Streamed(4))) {
            byte[] bytes = writer.encode(List.of(streamed));
            assertArrayEquals(fresh(false).encode(List.of(streamed)), bytes);
            assertArrayEquals(bytes, fresh(false).encode(reader.decode(bytes)));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPartMayHaveTravelledAloneBefore(boolean compiled) {
        Values before = fresh(compiled);
        assertEquals(1, ((Ticket) before.decode(before.encode(new Ticket(1)))).number);
        Seat seat = new Seat(new Ticket(2), Replaced.tickets(3, 4));
        for (Object read : List.of(fresh(compiled).decode(before.encode(seat)), before.decode(fresh(compiled).encode(seat)))) {
            assertEquals(2, ((Seat) read).ticket().number);
            assertEquals(4, ((Seat) read).others().get(1).number);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPartMayTravelAloneAfterwards(boolean compiled) {
        Flag flag = Flag.ALL[1];
        Flags flags = new Flags(flag, List.of(flag), Map.of(flag, flag), new Flag[]{flag}, null, flag);
        Values after = fresh(compiled);
        assertSame(flag, ((Flags) after.decode(after.encode(flags))).any());
        assertSame(flag, after.decode(after.encode(flag)));
        assertSame(flag, fresh(compiled).decode(after.encode(flag)));
        assertSame(flag, after.decode(fresh(compiled).encode(flag)));
        assertEquals(List.of(flag), fresh(compiled).decode(after.encode(List.of(flag))));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anExceptionInAFieldOfItsOwnTypeKeepsItsStackTrace(boolean compiled) {
        Oops twin = new Oops("twin", null, null);
        Oops read = (Oops) fresh(compiled).decode(fresh(compiled).encode(new Oops("first", twin, null)));
        assertSame(read.twin, read.getCause());
        assertArrayEquals(twin.getStackTrace(), read.twin.getStackTrace());
    }
}
