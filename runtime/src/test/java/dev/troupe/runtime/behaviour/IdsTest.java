package dev.troupe.runtime.behaviour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.id.JobId;
import io.ray.api.id.UniqueId;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// The API's ids print and parse themselves with a class that left the JDK.
final class IdsTest {
    private static final String HEX = "123456789abcdef123456789abcdef123456789abcdef12345678900";

    @Test
    void anIdIsItsDigits() {
        var id = UniqueId.fromHexString(HEX);
        assertEquals(HEX, id.toString());
        assertEquals(id, UniqueId.fromHexString(HEX.toUpperCase(Locale.ROOT)));
        assertEquals(id, UniqueId.fromByteBuffer(id.toByteBuffer()));
        assertFalse(id.isNil());
        assertEquals("01000000", JobId.fromInt(1).toString());
    }

    @Test
    void noIdIsAllOnes() {
        assertEquals("f".repeat(56), UniqueId.NIL.toString());
        assertTrue(UniqueId.NIL.isNil());
    }

    @Test
    void nonsenseIsNoId() {
        assertThrows(IllegalArgumentException.class, () -> UniqueId.fromHexString("12345"));
        assertThrows(IllegalArgumentException.class, () -> UniqueId.fromHexString(HEX.replace('a', 'x')));
    }
}
