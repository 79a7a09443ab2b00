package dev.troupe.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

final class KeysTest {
    @Test
    void keysAreEqualWhenAllTheirNumbersAre() {
        var actor = new ActorKey(new JobKey(1), 2);
        assertEquals(new ActorKey(new JobKey(1), 2), actor);
        assertEquals(new ActorKey(new JobKey(1), 2).hashCode(), actor.hashCode());
        assertNotEquals(new ActorKey(new JobKey(1), 3), actor);
        assertNotEquals(new ActorKey(new JobKey(2), 2), actor);
        assertNotEquals(new GroupKey(new JobKey(1), 2), actor);
        assertNotEquals(new NodeKey(1), new JobKey(1));
    }
}
