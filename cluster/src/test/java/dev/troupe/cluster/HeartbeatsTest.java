package dev.troupe.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.head.Fact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HeartbeatsTest {
    private static final int NODE = 2;

    private final Heartbeats heartbeats = new Heartbeats(Duration.ofSeconds(30));
    private long seconds;

    private long now() {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    /// What the head learns while time passes second by second.
    private List<String> after(int passing) {
        List<String> news = new ArrayList<>();
        for (int i = 0; i < passing; i++) {
            seconds++;
            for (Fact fact : heartbeats.news(now())) {
                news.add(seconds + " " + fact.getClass().getSimpleName());
            }
        }
        return news;
    }

    @Test
    void aSilentNodeIsSuspectedLostAndFenced() {
        heartbeats.joined(NODE, now());
        assertEquals(List.of("4 NodeSuspected", "11 NodeLost", "33 NodeFenced"), after(60));
    }

    @Test
    void aNodeThatIsHeardAgainIsTrusted() {
        heartbeats.joined(NODE, now());
        assertEquals(List.of("4 NodeSuspected"), after(5));
        assertTrue(heartbeats.answers(NODE, now()));
        assertEquals(List.of("6 NodeTrusted"), after(1));
    }

    @Test
    void aLostNodeIsNeverAnsweredAgain() {
        heartbeats.joined(NODE, now());
        after(12);
        assertFalse(heartbeats.answers(NODE, now()));
        assertEquals(List.of("33 NodeFenced"), after(30));
    }

    @Test
    void aNodeWhoseLinkIsLostIsFencedLater() {
        heartbeats.joined(NODE, now());
        heartbeats.lost(NODE);
        assertEquals(List.of("33 NodeFenced"), after(60));
    }

    @Test
    void nothingFollowsFromTheSilenceOfANodeThatHasLeft() {
        heartbeats.joined(NODE, now());
        heartbeats.ended(NODE);
        assertEquals(List.of(), after(60));
    }

    @Test
    void aHeadThatWasSuspendedGivesNodesTimeAgain() {
        heartbeats.joined(NODE, now());
        after(1);
        seconds += 100;
        assertEquals(List.of(), after(1));
        assertEquals(List.of("106 NodeSuspected"), after(4));
    }
}
