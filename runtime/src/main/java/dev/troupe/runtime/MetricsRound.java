package dev.troupe.runtime;

import io.ray.runtime.metric.MetricsReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Asks all processes what was measured there.
final class MetricsRound {
    private static final long PATIENCE_SECONDS = 10;

    private final Map<Long, CompletableFuture<MetricsReport>> open = new ConcurrentHashMap<>();
    private final AtomicLong requests = new AtomicLong();

    /// A process that does not answer soon, or has just died, is left out.
    String gather(Iterable<? extends Peer> peers) {
        List<CompletableFuture<MetricsReport>> answers = new ArrayList<>();
        for (Peer peer : peers) {
            long request = requests.incrementAndGet();
            CompletableFuture<MetricsReport> answer = new CompletableFuture<>();
            open.put(request, answer);
            answers.add(answer.completeOnTimeout(MetricsReport.EMPTY, PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .whenComplete((_, _) -> open.remove(request)));
            peer.send(new Message.Question(request, new Query.Metrics()));
        }
        MetricsReport all = MetricsReport.ofThisProcess();
        for (CompletableFuture<MetricsReport> answer : answers) {
            all = all.and(answer.join());
        }
        return all.text();
    }

    @SuppressWarnings("unchecked")
    void answered(Message.Answer answer) {
        CompletableFuture<MetricsReport> waiting = open.get(answer.request());
        if (waiting != null) {
            waiting.complete(new MetricsReport((SortedMap<String, String>) answer.value()));
        }
    }
}
