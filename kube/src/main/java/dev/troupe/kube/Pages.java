package dev.troupe.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.dsl.Listable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// Reads lists from the API server in pages. A pod may have several hundred kilobytes, so only the needed part of each pod is kept, and few
/// pages are in memory at the same time, even if many jobs are reconciled at once, as after the loss of a node.
public final class Pages {
    /// Objects in a page.
    public static final long SIZE = 50;
    /// Objects in a page where one thread reads all objects of the cluster.
    public static final long OF_ALL = 100;
    /// How many pages are in memory at the same time, besides those of the watches.
    static final int AT_ONCE = 2;
    private static final Semaphore PLACES = new Semaphore(AT_ONCE, true);

    private Pages() {}

    /// Reads all objects, and keeps a part of each.
    ///
    /// @param objects of a [LeanClient] where there may be many
    /// @param keep takes what is needed from an object
    public static <O extends HasMetadata, T> List<T> read(Listable<? extends KubernetesResourceList<O>> objects, Function<O, T> keep) {
        return read(objects, SIZE, keep);
    }

    public static <O extends HasMetadata, T> List<T> read(Listable<? extends KubernetesResourceList<O>> objects, long size,
            Function<O, T> keep) {
        List<T> kept = new ArrayList<>();
        String next = null;
        do {
            next = page(objects, size, next, keep, kept);
        } while (next != null && !next.isEmpty());
        return kept;
    }

    /// @return the token of the next page
    private static <O extends HasMetadata, T> String page(Listable<? extends KubernetesResourceList<O>> objects, long size, String from,
            Function<O, T> keep, List<T> kept) {
        PLACES.acquireUninterruptibly();
        try {
            KubernetesResourceList<O> page = objects.list(new ListOptionsBuilder().withLimit(size).withContinue(from).build());
            page.getItems().forEach(object -> kept.add(keep.apply(object)));
            return page.getMetadata().getContinue();
        } finally {
            PLACES.release();
        }
    }
}
