package dev.troupe.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AllocatorTest {
    @Test
    void givesNothingBeforeMemoryIsThere() {
        Allocator allocator = new Allocator();
        assertNull(allocator.take(64));
        allocator.extend(128);
        assertEquals(0, allocator.take(64).offset);
        assertEquals(64, allocator.take(64).offset);
        assertNull(allocator.take(64));
    }

    @Test
    void prefersTheHoleThatFitsBest() {
        Allocator allocator = new Allocator();
        allocator.extend(64 * 10);
        Block large = allocator.take(64 * 4);
        allocator.take(64);
        Block small = allocator.take(64 * 2);
        allocator.take(64);
        allocator.free(large);
        allocator.free(small);
        assertEquals(small.offset, allocator.take(64 * 2).offset);
    }

    @Test
    void freshMemoryAtTheEndJoinsTheHoleBeforeIt() {
        Allocator allocator = new Allocator();
        allocator.extend(64 * 3);
        allocator.take(64);
        assertNull(allocator.take(64 * 4));
        assertEquals(128, allocator.freeAtEnd());
        allocator.extend(128);
        assertEquals(64, allocator.take(64 * 4).offset);
        assertEquals(0, allocator.freeAtEnd());
    }

    @Test
    void refusesToFreeTwice() {
        Allocator allocator = new Allocator();
        allocator.extend(640);
        Block block = allocator.take(64);
        allocator.free(block);
        assertThrows(IllegalStateException.class, () -> allocator.free(block));
    }

    @Test
    void roundsUpToCacheLinesAndGivesEvenNothingAPlace() {
        assertEquals(64, Allocator.rounded(0));
        assertEquals(64, Allocator.rounded(64));
        assertEquals(128, Allocator.rounded(65));
    }

    @Test
    void liveBlocksNeverOverlapAndAllBecomesOneHoleAgain() {
        for (long seed = 0; seed < 300; seed++) {
            try {
                churn(new Random(seed));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static void churn(Random random) {
        Allocator allocator = new Allocator();
        List<Block> live = new ArrayList<>();
        TreeMap<Long, Long> taken = new TreeMap<>();
        long used = 0;
        for (int step = 0; step < 2_000; step++) {
            if (random.nextInt(100) == 0) {
                allocator.extend(Allocator.rounded(random.nextInt(100_000)));
            }
            if (random.nextInt(100) < 55) {
                long size = Allocator.rounded(random.nextInt(1 << (1 + random.nextInt(15))));
                Block block = allocator.take(size);
                if (block != null) {
                    assertEquals(size, block.size);
                    assertEquals(0, block.offset % Allocator.UNIT);
                    assertTrue(block.offset + size <= allocator.end());
                    Map.Entry<Long, Long> before = taken.floorEntry(block.offset);
                    Map.Entry<Long, Long> after = taken.ceilingEntry(block.offset);
                    assertTrue(before == null || before.getValue() <= block.offset, "overlaps the one before");
                    assertTrue(after == null || block.offset + size <= after.getKey(), "overlaps the one after");
                    taken.put(block.offset, block.offset + size);
                    live.add(block);
                    used += size;
                }
            } else if (!live.isEmpty()) {
                Block block = live.remove(random.nextInt(live.size()));
                taken.remove(block.offset);
                used -= block.size;
                allocator.free(block);
            }
            assertEquals(used, allocator.used());
        }
        live.forEach(allocator::free);
        assertEquals(0, allocator.used());
        assertEquals(allocator.end() > 0 ? 1 : 0, allocator.holes());
        if (allocator.end() > 0) {
            assertNotNull(allocator.take(allocator.end()), "one block of everything");
        }
    }
}
