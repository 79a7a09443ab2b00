package dev.troupe.head;

import java.util.List;
import java.util.Optional;

/// Decides for a cluster which work runs where. One thread calls it; it does nothing by itself: facts go in, effects come out.
public final class Head {
    private int lastProcess;

    public Head(HeadSettings settings) {}

    /// What follows from a fact.
    public List<Effect> on(long nowNanos, Fact fact) {
        return List.of();
    }

    /// What follows from time passing; to be called about every second.
    public List<Effect> tick(long nowNanos) {
        return List.of();
    }

    /// A process number nobody has had; for drivers. Those the head gives to workers differ from them.
    public ProcessKey nextProcess() {
        return new ProcessKey(++lastProcess);
    }

    public Cluster view() {
        return new Cluster(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    public Optional<Cluster.ActorView> actor(ActorKey actor) {
        return Optional.empty();
    }

    /// The live actor of that name.
    public Optional<Cluster.ActorView> actorNamed(String namespace, String name) {
        return Optional.empty();
    }

    public Optional<Cluster.GroupView> group(GroupKey group) {
        return Optional.empty();
    }

    /// The group of that name, unless removed.
    public Optional<Cluster.GroupView> groupNamed(String namespace, String name) {
        return Optional.empty();
    }
}
