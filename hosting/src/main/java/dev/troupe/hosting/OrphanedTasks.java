package dev.troupe.hosting;

import dev.troupe.cluster.Facts;
import dev.troupe.head.Fact;
import dev.troupe.head.LeaseKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The tasks that a dead submitter left in a worker, which were interrupted but may still run, and their leases. One lease is returned to the head
/// for each task that has ended.
final class OrphanedTasks {
    private final Facts head;
    private final List<RunQueue> queues;
    private final Deque<LeaseKey> leases = new ArrayDeque<>();

    OrphanedTasks(Facts head, List<RunQueue> queues) {
        this.head = head;
        this.queues = List.copyOf(queues);
        queues.forEach(queue -> queue.end(this::settle));
    }

    synchronized void revoked(LeaseKey lease) {
        leases.add(lease);
        settle();
    }

    private synchronized void settle() {
        int running = running();
        while (leases.size() > running) {
            head.tell(new Fact.Return(leases.removeFirst()));
        }
    }

    private int running() {
        return queues.stream().mapToInt(RunQueue::active).sum();
    }

    boolean over() {
        return running() == 0;
    }

    void tick(long now) {
        queues.forEach(queue -> queue.tick(now));
    }
}
