package dev.troupe.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.dsl.Listable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Reads lists from the API server in pages. A whole pod may have a hundred kilobytes, so only what is needed of each outlives its page.
final class PodPages {
    /// Whole objects in a page, of any list the operator reads.
    static final long SIZE = 50;
    /// The same of objects that a [LeanClient] reads: they still arrive whole, but only what is small of them becomes objects.
    static final long LEAN_SIZE = 200;

    private PodPages() {}

    /// @param keep takes what is needed from a pod
    static <T> List<T> read(Listable<PodList> pods, Function<Pod, T> keep) {
        return read(pods, SIZE, keep);
    }

    /// @param keep takes what is needed from an object
    static <O extends HasMetadata, T> List<T> read(Listable<? extends KubernetesResourceList<O>> objects, long size, Function<O, T> keep) {
        List<T> kept = new ArrayList<>();
        String next = null;
        do {
            KubernetesResourceList<O> page = objects.list(new ListOptionsBuilder().withLimit(size).withContinue(next).build());
            page.getItems().forEach(object -> kept.add(keep.apply(object)));
            next = page.getMetadata().getContinue();
        } while (next != null && !next.isEmpty());
        return kept;
    }
}
