package dev.troupe.runtime;

import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import io.ray.runtime.metric.MetricsReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Collects the metrics of all processes.
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
            peer.send(new Message.Measure(request));
        }
        MetricsReport all = MetricsReport.ofThisProcess();
        for (CompletableFuture<MetricsReport> answer : answers) {
            all = all.and(answer.join());
        }
        return all.text();
    }

    void answered(Message.Measured answer) {
        CompletableFuture<MetricsReport> waiting = open.get(answer.request());
        if (waiting != null) {
            waiting.complete(new MetricsReport(answer.families()));
        }
    }
}
