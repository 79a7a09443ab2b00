package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class InFlightTest {
    private static final int WRITES = 4;
    private final InFlight inFlight = new InFlight(WRITES * (InFlight.PER_WRITE + 10));

    @Test
    void onlySoManyWritesAreAdmittedUntilThePeerAcknowledgesThem() {
        for (int i = 1; i <= WRITES; i++) {
            assertTrue(inFlight.admits(10));
            inFlight.wrote(10, 10L * i);
        }
        assertFalse(inFlight.admits(10));
        inFlight.acknowledged(10L * WRITES);
        assertTrue(inFlight.admits(WRITES * 10));
    }

    @Test
    void anAcknowledgementOfAPartMakesRoomForThatPart() {
        for (int i = 1; i <= WRITES; i++) {
            inFlight.wrote(10, 10L * i);
        }
        inFlight.acknowledged(9);
        assertFalse(inFlight.admits(10));
        inFlight.acknowledged(10);
        assertTrue(inFlight.admits(10));
        inFlight.wrote(10, 50);
        assertFalse(inFlight.admits(10));
        inFlight.acknowledged(40);
        assertTrue(inFlight.admits(10));
        inFlight.acknowledged(50);
        for (int i = 1; i <= WRITES; i++) {
            assertTrue(inFlight.admits(10));
            inFlight.wrote(10, 50 + 10L * i);
        }
        assertFalse(inFlight.admits(10));
    }

    @Test
    void controlFramesAreKnownToBeReadOnceTheStreamBehindThemIs() {
        inFlight.wrote(10, 10);
        inFlight.wrote(10);
        inFlight.wrote(10);
        inFlight.wrote(10);
        inFlight.acknowledged(10);
        assertTrue(inFlight.admits(10));
        inFlight.wrote(10);
        assertFalse(inFlight.admits(10));
        inFlight.acknowledged(10);
        assertFalse(inFlight.admits(10));
        inFlight.wrote(10, 20);
        inFlight.acknowledged(20);
        assertTrue(inFlight.admits(WRITES * 10));
    }

    @Test
    void whereNothingIsCertainNothingIsAdmitted() {
        assertFalse(new InFlight(0).admits(0));
    }
}
