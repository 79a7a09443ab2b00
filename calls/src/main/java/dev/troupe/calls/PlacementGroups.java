package dev.troupe.calls;

import dev.troupe.cluster.HeadService;
import dev.troupe.head.Cluster;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import dev.troupe.head.GroupSpec;
import dev.troupe.head.GroupState;
import dev.troupe.head.JobKey;
import dev.troupe.head.Owner;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Strategy;
import dev.troupe.messages.Ids;
import dev.troupe.messages.ThisProcess;
import dev.troupe.objects.ObjectNumbers;
import dev.troupe.objects.Waiters;
import io.ray.api.exception.RayException;
import io.ray.api.options.PlacementGroupCreationOptions;
import io.ray.api.placementgroup.PlacementGroupState;
import io.ray.api.placementgroup.PlacementStrategy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Creates placement groups and waits for them.
public final class PlacementGroups {
    private final ThisProcess self;
    private final HeadService head;
    private final ObjectNumbers numbers;
    private final Waiters waiters;
    /// Groups that are awaited. Guarded by this.
    private final Map<GroupKey, Awaited> awaited = new HashMap<>();

    private static final class Awaited {
        int threads;
        /// The last state that the head reported; null before.
        GroupState state;
    }

    PlacementGroups(ThisProcess self, HeadService head, ObjectNumbers numbers, Waiters waiters) {
        this.self = self;
        this.head = head;
        this.numbers = numbers;
        this.waiters = waiters;
    }

    public GroupSnapshot create(PlacementGroupCreationOptions options) {
        GroupKey key = new GroupKey(new JobKey(self.job()), numbers.next());
        List<Resources> bundles = GroupSnapshot.bundles(options).stream().map(Resources::of).toList();
        GroupSpec spec = new GroupSpec(key, options.name == null ? "" : options.name, self.namespace(),
                Strategy.valueOf(options.strategy.name()), bundles, Owner.of(new ProcessKey(self.process())));
        Optional<String> refused = head.ask(new Fact.CreateGroup(spec));
        if (refused.isPresent()) {
            throw new IllegalArgumentException(refused.get());
        }
        return snapshot(new Cluster.GroupView(spec, GroupState.PENDING, List.of()));
    }

    public static GroupSnapshot snapshot(Cluster.GroupView view) {
        GroupSpec spec = view.spec();
        return new GroupSnapshot(Ids.group(spec.job().number(), spec.key().number()), spec.name(),
                spec.bundles().stream().map(Resources::units).toList(), PlacementStrategy.valueOf(spec.strategy().name()),
                PlacementGroupState.valueOf(view.state().name()));
    }

    public synchronized void changed(Effect.GroupChanged change) {
        Awaited group = awaited.get(change.group());
        if (group != null) {
            group.state = change.state();
            notifyAll();
        }
    }

    private synchronized void wake() {
        notifyAll();
    }

    /// Whether it is created in time.
    ///
    /// @throws RayException if it was or is removed
    public boolean awaitCreated(GroupKey key, int seconds) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Awaited group;
        synchronized (this) {
            group = awaited.computeIfAbsent(key, _ -> new Awaited());
            group.threads++;
        }
        Runnable wake = this::wake;
        waiters.add(wake);
        try {
            head.tell(new Fact.WatchGroup(new ProcessKey(self.process()), key));
            var _ = head.group(key); // the head's present state arrives before this request is answered
            return awaitCreated(key, group, deadline);
        } finally {
            waiters.remove(wake);
            synchronized (this) {
                if (--group.threads == 0) {
                    awaited.remove(key);
                }
            }
        }
    }

    private synchronized boolean awaitCreated(GroupKey key, Awaited group, long deadline) {
        while (true) {
            waiters.check();
            if (group.state == GroupState.REMOVED) {
                throw new RayException("The " + key + " is removed.");
            }
            long left = deadline - System.nanoTime();
            if (group.state == GroupState.CREATED || left <= 0) {
                return group.state == GroupState.CREATED;
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RayException("interrupted while waiting for a placement group", e);
            }
        }
    }
}
