package dev.troupe.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChunksTest {
    private final Chunks<String> chunks = new Chunks<>(4, 100);

    private static BitSet set(int... bits) {
        BitSet set = new BitSet();
        for (int bit : bits) {
            set.set(bit);
        }
        return set;
    }

    @Test
    void theLastChunkMayBeShortAndAnEmptyObjectHasOne() {
        assertEquals(1, Chunks.count(0, 10));
        assertEquals(1, Chunks.count(10, 10));
        assertEquals(2, Chunks.count(11, 10));
    }

    @Test
    void whatIsUnderWayIsNotWantedFromOthers() {
        assertTrue(chunks.take(1, "a", 0));
        assertFalse(chunks.take(1, "b", 0));
        assertEquals(set(0, 2, 3), chunks.wanted("b", 100));
        chunks.arrived(1);
        assertFalse(chunks.take(1, "b", 0));
        assertEquals(set(0, 2, 3), chunks.wanted("b", 1000));
        assertEquals(3, chunks.missing());
        assertEquals(0, chunks.underWay());
    }

    @Test
    void whatIsSlowIsWantedFromOthersAndTakenWhenItWasGivenBack() {
        chunks.take(1, "a", 0);
        assertEquals(Optional.empty(), chunks.tooSlow(1, 100));
        assertEquals(set(0, 1, 2, 3), chunks.wanted("b", 101));
        assertEquals(set(0, 2, 3), chunks.wanted("a", 101));
        assertEquals(Optional.of("a"), chunks.tooSlow(1, 101));
        assertFalse(chunks.take(1, "b", 101));
        chunks.giveBack(1);
        assertTrue(chunks.take(1, "b", 101));
        assertEquals(Optional.empty(), chunks.tooSlow(1, 301));
        assertEquals(Optional.of("b"), chunks.tooSlow(1, 302), "the second one has twice the time");
    }

    @Test
    void nonsenseIsNotTaken() {
        assertFalse(chunks.take(-2, "a", 0));
        assertFalse(chunks.take(4, "a", 0));
        assertEquals(Optional.empty(), chunks.tooSlow(4, 1000));
    }
}
