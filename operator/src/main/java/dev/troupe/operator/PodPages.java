package dev.troupe.operator;

import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.dsl.Listable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Reads pods from the API server in pages. A whole pod may have a hundred kilobytes, so only what is needed of each outlives its page.
final class PodPages {
    /// Objects in a page, of any list the operator reads.
    static final long SIZE = 50;

    private PodPages() {}

    /// @param keep takes what is needed from a pod
    static <T> List<T> read(Listable<PodList> pods, Function<Pod, T> keep) {
        List<T> kept = new ArrayList<>();
        String next = null;
        do {
            PodList page = pods.list(new ListOptionsBuilder().withLimit(SIZE).withContinue(next).build());
            page.getItems().forEach(pod -> kept.add(keep.apply(pod)));
            next = page.getMetadata().getContinue();
        } while (next != null && !next.isEmpty());
        return kept;
    }
}
