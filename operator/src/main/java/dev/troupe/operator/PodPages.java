package dev.troupe.operator;

import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.dsl.Listable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// Reads pods from the API server in pages. A whole pod may have several hundred kilobytes, so only what is needed of each outlives its
/// page, and few pages are in memory at once, however many jobs are looked at: when a node dies these are many.
final class PodPages {
    private static final Semaphore PLACES = new Semaphore(Paging.AT_ONCE, true);

    private PodPages() {}

    /// @param pods of a [LeanClient]
    /// @param keep takes what is needed from a pod
    static <T> List<T> read(Listable<PodList> pods, Function<Pod, T> keep) {
        List<T> kept = new ArrayList<>();
        String next = null;
        do {
            next = page(pods, next, keep, kept);
        } while (next != null && !next.isEmpty());
        return kept;
    }

    /// @return where the next one begins
    private static <T> String page(Listable<PodList> pods, String from, Function<Pod, T> keep, List<T> kept) {
        PLACES.acquireUninterruptibly();
        try {
            PodList page = pods.list(new ListOptionsBuilder().withLimit(Paging.SIZE).withContinue(from).build());
            page.getItems().forEach(pod -> kept.add(keep.apply(pod)));
            return page.getMetadata().getContinue();
        } finally {
            PLACES.release();
        }
    }
}
