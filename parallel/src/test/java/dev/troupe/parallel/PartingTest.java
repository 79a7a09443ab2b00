package dev.troupe.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.link.Ending;
import dev.troupe.link.Loss;
import org.junit.jupiter.api.Test;

class PartingTest {
    private static final Loss GOODBYE = new Loss(Ending.GOODBYE, "node 1 said goodbye", 0);
    private static final Loss KILLED = new Loss(Ending.PROCESS_ENDED, "its process was killed", 3);

    private static Parting parting(Loss loss, boolean taskOpen, boolean closing) {
        return new Parting(1, loss, taskOpen, closing);
    }

    @Test
    void whoClosedItsTaskLeaves() {
        assertEquals(new Parting.Left(1), parting(GOODBYE, false, false).news());
    }

    @Test
    void whoLeavesInTheMiddleOfItsTaskIsLost() {
        assertEquals(new Parting.Lost(1, "it left while its task was open"), parting(GOODBYE, true, false).news());
    }

    @Test
    void whoDiesIsLostWhateverItsTask() {
        assertEquals(new Parting.Lost(1, "its process was killed"), parting(KILLED, false, false).news());
        assertEquals(new Parting.Lost(1, "its process was killed"), parting(KILLED, true, false).news());
    }

    @Test
    void whoEndsItselfHearsNothing() {
        assertEquals(new Parting.Nothing(), parting(GOODBYE, true, true).news());
        assertEquals(new Parting.Nothing(), parting(KILLED, true, true).news());
    }

    @Test
    void numbersArePlainAndOneMessageIsNotSeveral() {
        Loss one = new Loss(Ending.OUT_OF_REACH, "it did not reconnect", 1);
        assertEquals("node 1000 lost: it did not reconnect; up to 1 message to it was not delivered",
                new Parting(1000, one, true, false).line());
        Loss many = new Loss(Ending.OUT_OF_REACH, "it did not reconnect", 2000);
        assertEquals("up to 2000 messages to node 1000 were not delivered: it did not reconnect",
                new Parting(1000, many, true, true).lastWords());
    }

    @Test
    void whatDidNotReachOneThatHadClosedItsTaskIsNoLoss() {
        Loss goodbye = new Loss(Ending.GOODBYE, "node 1 said goodbye", 2);
        assertFalse(parting(goodbye, false, false).isLoss());
        assertFalse(parting(goodbye, true, true).isLoss());
        assertTrue(parting(goodbye, true, false).isLoss());
        assertEquals("node 1 lost: its process exited with code 0; up to 2 messages to it were not delivered",
                parting(goodbye, true, false).line("its process exited with code 0"));
        assertTrue(parting(KILLED, false, false).isLoss());
    }

    @Test
    void onlyAPeerThatMayStillLiveIsLeftBehind() {
        assertFalse(parting(KILLED, true, true).leftBehind());
        assertTrue(parting(new Loss(Ending.OUT_OF_REACH, "it did not reconnect", 3), true, true).leftBehind());
        assertFalse(parting(new Loss(Ending.OUT_OF_REACH, "it did not reconnect", 3), true, false).leftBehind());
    }
}
