package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.client.dsl.Listable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Pods in pages.
final class PagesTest {
    private static final int JOBS = 32;

    /// Opens when every job reads, or waits for its turn.
    private final CountDownLatch all = new CountDownLatch(1);
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    /// Three pages with a pod each.
    private final class Source implements Listable<PodList> {
        @Override
        public PodList list() {
            throw new AssertionError("all pods at once");
        }

        @Deprecated
        @Override
        public PodList list(Integer limit, String from) {
            throw new AssertionError("the old way");
        }

        @Override
        public PodList list(ListOptions options) {
            int page = options.getContinue() == null ? 0 : Integer.parseInt(options.getContinue());
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            awaitAll();
            now.decrementAndGet();
            return new PodListBuilder().withNewMetadata().withContinue(page == 2 ? "" : String.valueOf(page + 1)).endMetadata()
                    .addToItems(new PodBuilder().withNewMetadata().withName("p" + page).endMetadata().build()).build();
        }
    }

    private void awaitAll() {
        try {
            all.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void fewPagesAreReadAtOnceHoweverManyJobsAreLookedAt() throws Exception {
        List<FutureTask<List<String>>> reads = new ArrayList<>();
        List<Thread> jobs = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            reads.add(new FutureTask<>(() -> Pages.read(new Source(), pod -> pod.getMetadata().getName())));
            jobs.add(Thread.ofPlatform().start(reads.getLast()));
        }
        while (jobs.stream().anyMatch(job -> job.getState() != Thread.State.WAITING)) {
            Thread.onSpinWait();
        }
        all.countDown();
        for (FutureTask<List<String>> read : reads) {
            assertEquals(List.of("p0", "p1", "p2"), read.get());
        }
        assertTrue(most.get() <= Pages.AT_ONCE, () -> most + " pages at once");
    }
}
