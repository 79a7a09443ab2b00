package dev.troupe.task;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/// News of peers that wait for a listener, or a task, that is not there yet. What is told of one peer keeps its order: who was lost and is back
/// has not joined before that loss is told. For the listener thread alone.
final class EarlyNews {
    private static final int MOST = 10_000;

    private final Deque<Queued.News> waiting = new ArrayDeque<>();
    private final Predicate<Queued.News> deliver;

    /// @param deliver delivers news, or says that they must wait
    EarlyNews(Predicate<Queued.News> deliver) {
        this.deliver = deliver;
    }

    void arrive(Queued.News news) {
        boolean behind = waiting.stream().anyMatch(earlier -> earlier.node() == news.node());
        if ((behind || !deliver.test(news)) && waiting.size() < MOST) {
            waiting.add(news);
        }
    }

    /// Something has changed: delivers what need not wait any more.
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
