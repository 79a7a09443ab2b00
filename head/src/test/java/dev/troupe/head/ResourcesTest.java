package dev.troupe.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ResourcesTest {
    @Test
    void tenTenthsAreOne() {
        var sum = Resources.NONE;
        for (int i = 0; i < 10; i++) {
            sum = sum.plus(Resources.cpu(0.1));
        }
        assertEquals(Resources.cpu(1), sum);
        assertEquals(Resources.NONE, sum.minus(Resources.cpu(1)));
    }

    @Test
    void zeroIsNothing() {
        assertTrue(Resources.cpu(0).isEmpty());
        assertEquals(Map.of("CPU", 0.5), Resources.of(Map.of("CPU", 0.5, "GPU", 0.0)).units());
    }

    @Test
    void itFitsWhenThereIsEnoughOfEverything() {
        var node = Resources.of(Map.of("CPU", 4.0, "memory", 8e12));
        assertTrue(Resources.of(Map.of("CPU", 4.0, "memory", 1.0)).fitsIn(node));
        assertFalse(Resources.of(Map.of("CPU", 4.0001)).fitsIn(node));
        assertFalse(Resources.of(Map.of("disk", 1.0)).fitsIn(node));
    }

    @Test
    void nonsenseIsRefusedWithTheValue() {
        for (double bad : List.of(-1.0, Double.NaN, Double.POSITIVE_INFINITY)) {
            var e = assertThrows(IllegalArgumentException.class, () -> Resources.cpu(bad));
            assertTrue(e.getMessage().contains("CPU is " + bad), e.getMessage());
        }
    }

    @Test
    void theyReadAsPeopleWriteThem() {
        assertEquals("CPU 0.5, GPU 1", Resources.of(Map.of("GPU", 1.0, "CPU", 0.5)).toString());
    }

    @Test
    void fractionsShareADeviceAndWholeOnesDoNot() {
        var devices = Devices.numbered(2 * Resources.UNIT);
        var half = devices.choose(Resources.UNIT / 2);
        devices.take(half);
        assertEquals(half, devices.choose(Resources.UNIT / 2));
        assertEquals(List.of(new Devices.Share(1, Resources.UNIT)), devices.choose(Resources.UNIT));
        assertFalse(devices.fits(2 * Resources.UNIT));
        devices.give(half);
        assertTrue(devices.fits(2 * Resources.UNIT));
    }
}
