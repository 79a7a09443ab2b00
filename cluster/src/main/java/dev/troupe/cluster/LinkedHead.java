package dev.troupe.cluster;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Cluster;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import dev.troupe.messages.Message;
import dev.troupe.messages.Query;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The head in another process, over a link.
///
/// @param requests to the process that contains it
public record LinkedHead(Requests requests) implements HeadService {
    @Override
    public void tell(Fact fact) {
        requests.server().accept(new Message.ToHead(fact));
    }

    @Override
    public Optional<String> ask(Fact fact) {
        return Optional.ofNullable(requests.refusal(new Query.OfHead(fact)));
    }

    @Override
    public Cluster view() {
        return (Cluster) requests.ask(new Query.View());
    }

    @Override
    public Optional<Cluster.ActorView> actor(ActorKey actor) {
        return Optional.ofNullable((Cluster.ActorView) requests.ask(new Query.ActorOf(actor)));
    }

    @Override
    public List<Cluster.NodeView> nodes() {
        return Arrays.asList((Cluster.NodeView[]) requests.ask(new Query.Nodes()));
    }

    @Override
    public Optional<Cluster.ActorView> actorNamed(String namespace, String name) {
        return Optional.ofNullable((Cluster.ActorView) requests.ask(new Query.ActorNamed(namespace, name)));
    }

    @Override
    public Optional<Cluster.GroupView> group(GroupKey group) {
        return Optional.ofNullable((Cluster.GroupView) requests.ask(new Query.GroupOf(group)));
    }

    @Override
    public Optional<Cluster.GroupView> groupNamed(String namespace, String name) {
        return Optional.ofNullable((Cluster.GroupView) requests.ask(new Query.GroupNamed(namespace, name)));
    }
}
