package dev.troupe.task;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/// Events about peers that wait for a listener, or a task, that does not exist yet. The events about one peer keep their order: a loss is reported
/// before the peer's return. Only for the listener thread.
final class EarlyNews {
    private static final int MOST = 10_000;

    private final Deque<Queued.News> waiting = new ArrayDeque<>();
    private final Predicate<Queued.News> deliver;

    /// @param deliver delivers an event, or returns that it must wait
    EarlyNews(Predicate<Queued.News> deliver) {
        this.deliver = deliver;
    }

    void arrive(Queued.News news) {
        boolean behind = waiting.stream().anyMatch(earlier -> earlier.node() == news.node());
        if ((behind || !deliver.test(news)) && waiting.size() < MOST) {
            waiting.add(news);
        }
    }

    /// Something has changed: delivers everything that need no longer wait.
    void retry() {
        Set<Integer> stillWaiting = new HashSet<>();
        waiting.removeIf(news -> {
            boolean delivered = !stillWaiting.contains(news.node()) && deliver.test(news);
            if (!delivered) {
                stillWaiting.add(news.node());
            }
            return delivered;
        });
    }
}
