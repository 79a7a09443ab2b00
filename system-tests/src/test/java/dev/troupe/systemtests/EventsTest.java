package dev.troupe.systemtests;

import static dev.troupe.systemtests.Ditask.HERE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What only several processes can show of events.
final class EventsTest {
    @RegisterExtension
    final Ditask ditask = new Ditask();

    @Test
    void withinAProcessTheVeryObjectIsHeardAndElsewhereACopy() throws Exception {
        var ended = ditask.play("objects", HERE, "--parallel-workers", "2").ok();
        assertEquals(Set.of("the very object true", "the other got [100, 2, 3], ours is [1, 2, 3]"), Set.copyOf(ended.of(1)));
    }
}
