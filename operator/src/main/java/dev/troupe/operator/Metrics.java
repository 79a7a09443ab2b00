package dev.troupe.operator;

import dev.troupe.dijob.Phase;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.BooleanSupplier;

/// What `/metrics` says about an operator. Everything is in its memory: the API server is not asked.
final class Metrics {
    private final Sources sources;
    private final Meter meter;
    private final ThreadPoolExecutor workers;
    private final BooleanSupplier leads;

    /// @param workers that reconcile jobs
    /// @param leads whether this operator is the leader
    Metrics(Sources sources, Meter meter, ThreadPoolExecutor workers, BooleanSupplier leads) {
        this.sources = sources;
        this.meter = meter;
        this.workers = workers;
        this.leads = leads;
    }

    String text() {
        Exposition text = new Exposition();
        text.family("troupe_operator_leader", "gauge", "1 for the leader, 0 for a standby operator. Both count all jobs.");
        text.sample("troupe_operator_leader", leads.getAsBoolean() ? 1 : 0);
        text.family("troupe_jobs", "gauge", "DIJobs in each phase.");
        jobs().forEach((phase, count) -> text.sample("troupe_jobs", "phase", phase == Phase.NONE ? "None" : phase.word(), count));
        text.family("troupe_pods", "gauge", "Pods of DIJobs.");
        text.sample("troupe_pods", sources.countPods());
        meter.write(text);
        text.family("troupe_reconcile_queue_length", "gauge", "Jobs that wait for reconciliation.");
        text.sample("troupe_reconcile_queue_length", workers.getQueue().size());
        Runtime heap = Runtime.getRuntime();
        text.family("troupe_heap_used_bytes", "gauge", "Used heap, including garbage.");
        text.sample("troupe_heap_used_bytes", heap.totalMemory() - heap.freeMemory());
        text.family("troupe_heap_max_bytes", "gauge", "The largest heap the operator may have.");
        text.sample("troupe_heap_max_bytes", heap.maxMemory());
        return text.toString();
    }

    private Map<Phase, Long> jobs() {
        Map<Phase, Long> jobs = new EnumMap<>(Phase.class);
        for (Phase phase : Phase.values()) {
            jobs.put(phase, 0L);
        }
        sources.phases().forEach(phase -> jobs.merge(phase, 1L, Long::sum));
        return jobs;
    }
}
