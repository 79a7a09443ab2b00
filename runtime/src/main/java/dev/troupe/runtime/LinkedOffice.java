package dev.troupe.runtime;

import dev.troupe.head.Cluster;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The head behind a link.
///
/// @param questions to the process it lives in
record LinkedOffice(Questions questions) implements Office {
    @Override
    public void tell(Fact fact) {
        questions.center().accept(new Message.ToHead(fact));
    }

    @Override
    public Optional<String> ask(Fact fact) {
        return Optional.ofNullable(questions.refusal(new Query.OfHead(fact)));
    }

    @Override
    public Cluster view() {
        return (Cluster) questions.ask(new Query.View());
    }

    @Override
    public List<Cluster.NodeView> nodes() {
        return Arrays.asList((Cluster.NodeView[]) questions.ask(new Query.Nodes()));
    }

    @Override
    public Optional<Cluster.ActorView> actorNamed(String namespace, String name) {
        return Optional.ofNullable((Cluster.ActorView) questions.ask(new Query.ActorNamed(namespace, name)));
    }

    @Override
    public Optional<Cluster.GroupView> group(GroupKey group) {
        return Optional.ofNullable((Cluster.GroupView) questions.ask(new Query.GroupOf(group)));
    }

    @Override
    public Optional<Cluster.GroupView> groupNamed(String namespace, String name) {
        return Optional.ofNullable((Cluster.GroupView) questions.ask(new Query.GroupNamed(namespace, name)));
    }
}
