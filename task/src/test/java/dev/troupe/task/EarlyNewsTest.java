package dev.troupe.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EarlyNewsTest {
    private final Set<String> listened = new HashSet<>(Set.of(Router.PEER_JOINED));
    private final List<String> heard = new ArrayList<>();
    private final EarlyNews news = new EarlyNews(this::deliver);

    private boolean deliver(Queued.News told) {
        boolean now = !told.kept() || listened.contains(told.event());
        if (now) {
            heard.add(told.event() + " " + told.node());
        }
        return now;
    }

    @Test
    void aPeerThatIsBackJoinsAfterItsLossWasTold() {
        news.arrive(Queued.News.lost(1, "killed"));
        news.arrive(Queued.News.joined(1));
        assertEquals(List.of(), heard);
        listened.add(Router.PEER_LOST);
        news.retry();
        assertEquals(List.of("peer lost 1", "peer joined 1"), heard);
    }

    @Test
    void otherPeersDoNotWaitForIt() {
        news.arrive(Queued.News.lost(1, "killed"));
        news.arrive(Queued.News.joined(2));
        news.retry();
        assertEquals(List.of("peer joined 2"), heard);
    }
}
