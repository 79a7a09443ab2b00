package dev.troupe.calls;

import dev.troupe.messages.Peer;
import java.util.ArrayList;
import java.util.List;

/// A worker with the leases that a [Lane] holds there. Guarded by the lane.
final class Leasehold {
    final Peer peer;
    final List<Long> leases = new ArrayList<>();
    /// The leases of tasks that wait for an object.
    final List<Long> blocked = new ArrayList<>();
    /// The head wants these back as soon as the tasks that run under them have ended.
    final List<Long> ending = new ArrayList<>();
    /// Tasks that are at the worker or in transit to it.
    int sent;
    /// The number of slots that the worker knows of.
    int told;
    /// It is the turn of others: nothing is sent until one of the leases is idle.
    boolean yields;
    /// The worker's node is to be drained: nothing more is sent there.
    boolean recalled;

    Leasehold(Peer peer) {
        this.peer = peer;
    }

    /// How many tasks may be at the worker, including those that wait for an object.
    int slots() {
        return leases.size() + blocked.size();
    }

    /// Tasks that do not wait.
    int busy() {
        return sent - blocked.size();
    }

    boolean over() {
        return slots() == 0 && ending.isEmpty() && sent == 0;
    }
}
