package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Cluster;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A head that listens and knows of nothing.
///
/// @param facts where what it is told goes
record ListeningOffice(Consumer<? super Fact> facts) implements Office {
    @Override
    public void tell(Fact fact) {
        facts.accept(fact);
    }

    @Override
    public Optional<String> ask(Fact fact) {
        throw new IllegalStateException("nobody answers " + fact);
    }

    @Override
    public Cluster view() {
        throw new IllegalStateException("nobody answers");
    }

    @Override
    public List<Cluster.NodeView> nodes() {
        return List.of();
    }

    @Override
    public Optional<Cluster.ActorView> actor(ActorKey actor) {
        return Optional.empty();
    }

    @Override
    public Optional<Cluster.ActorView> actorNamed(String namespace, String name) {
        return Optional.empty();
    }

    @Override
    public Optional<Cluster.GroupView> group(GroupKey group) {
        return Optional.empty();
    }

    @Override
    public Optional<Cluster.GroupView> groupNamed(String namespace, String name) {
        return Optional.empty();
    }
}
