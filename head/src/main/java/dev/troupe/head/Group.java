package dev.troupe.head;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The state of a placement group.
final class Group extends Waiter {
    private final Allocator<Group> placing;
    private final GroupSpec spec;
    private final List<Bundle> bundles;
    private final Set<ProcessKey> watchers = new LinkedHashSet<>();
    private final Set<Actor> actors = new LinkedHashSet<>();
    private final Set<Claim> claims = new LinkedHashSet<>();
    private GroupState state = GroupState.PENDING;
    private String why = "";

    Group(Allocator<Group> placing, long order, Turn turn, GroupSpec spec) {
        super(order, turn);
        this.placing = placing;
        this.spec = spec;
        this.bundles = spec.bundles().stream().map(Bundle::new).toList();
        watchers.add(spec.owner().process());
    }

    GroupSpec spec() {
        return spec;
    }

    GroupKey key() {
        return spec.key();
    }

    List<Bundle> bundles() {
        return bundles;
    }

    Set<ProcessKey> watchers() {
        return watchers;
    }

    /// Live actors that use the group.
    Set<Actor> actors() {
        return actors;
    }

    Set<Claim> claims() {
        return claims;
    }

    GroupState state() {
        return state;
    }

    void become(GroupState next, String because) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(key() + " cannot become " + next + " after " + state);
        }
        state = next;
        why = because;
    }

    Effect.GroupChanged news(List<ProcessKey> to) {
        return new Effect.GroupChanged(to, key(), state, why);
    }

    Cluster.GroupView view() {
        return new Cluster.GroupView(spec, state,
                bundles.stream().map(bundle -> Optional.ofNullable(bundle.node()).map(Node::key)).toList());
    }

    @Override
    int missing() {
        return state == GroupState.PENDING || state == GroupState.RESCHEDULING ? 1 : 0;
    }

    @Override
    boolean serve() {
        return placing.serve(this);
    }

    private record Kind(JobKey job, Strategy strategy, List<Resources> bundles) {}

    @Override
    Object kind() {
        return bundles.stream().anyMatch(Bundle::placed) ? this : new Kind(spec.job(), spec.strategy(), spec.bundles());
    }

    /// The room that one more node must have to be of use.
    @Override
    Gate.Key gate() {
        var missing = bundles.stream().filter(bundle -> !bundle.placed()).map(Bundle::resources);
        var least = spec.strategy() == Strategy.STRICT_PACK ? missing.reduce(Resources.NONE, Resources::plus)
                : missing.reduce(Resources::least).orElse(Resources.NONE);
        return new Gate.Key(least, Optional.empty(), true);
    }

    @Override
    boolean hasRoom() {
        return placing.hasRoom(this);
    }

    @Override
    boolean leasesAreInTheWay() {
        return placing.leasesAreInTheWay(this);
    }

    @Override
    boolean starves() {
        return true;
    }

    @Override
    boolean fitsNowhere() {
        return placing.fitsNowhere(this);
    }

    @Override
    void sayWhy(Outbox out) {
        if (news(whyItWaits())) {
            watchers.forEach(watcher -> out.add(new Effect.Waits(watcher, key(), whyItWaits(), fitsNowhere())));
        }
    }

    @Override
    String what() {
        return key() + (spec.name().isEmpty() ? "" : " \"" + spec.name() + "\"");
    }

    @Override
    String whyItWaits() {
        return placing.whyItWaits(this);
    }
}
