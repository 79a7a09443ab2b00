package dev.troupe.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.messages.Message;
import dev.troupe.messages.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class RequestsTest {
    @Test
    void anInterruptWaitsForTheStore() {
        Requests[] requests = new Requests[1];
        requests[0] = new Requests(message -> Thread.ofPlatform().start(
                () -> requests[0].answered(new Message.Answer(((Message.Question) message).request(), "place", null))));
        Thread.currentThread().interrupt();
        assertEquals("place", requests[0].ask(new Query.Pin(1, 1)));
        assertTrue(Thread.interrupted());
    }
}
