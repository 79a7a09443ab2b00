package dev.troupe.runtime;

import dev.troupe.head.Cluster;
import dev.troupe.head.GroupKey;
import dev.troupe.head.GroupSpec;
import dev.troupe.head.GroupState;
import dev.troupe.head.Resources;
import io.ray.api.id.PlacementGroupId;
import io.ray.api.placementgroup.PlacementGroup;
import io.ray.api.placementgroup.PlacementGroupState;
import io.ray.api.placementgroup.PlacementStrategy;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/// A placement group as users see it: what it is, and the state it had when it was asked for.
record Group(GroupKey key, String name, List<Map<String, Double>> bundles, PlacementStrategy strategy, PlacementGroupState state)
        implements
            PlacementGroup,
            Serializable {
    static Group of(Cluster.GroupView view) {
        GroupSpec spec = view.spec();
        return new Group(spec.key(), spec.name(), spec.bundles().stream().map(Resources::units).toList(),
                PlacementStrategy.valueOf(spec.strategy().name()), state(view.state()));
    }

    private static PlacementGroupState state(GroupState state) {
        return PlacementGroupState.valueOf(state.name());
    }

    @Override
    public PlacementGroupId getId() {
        return Ids.group(key);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public List<Map<String, Double>> getBundles() {
        return bundles;
    }

    @Override
    public PlacementStrategy getStrategy() {
        return strategy;
    }

    @Override
    public PlacementGroupState getState() {
        return state;
    }

    @Override
    public boolean wait(int timeoutSeconds) {
        return TroupeRuntime.current().waitPlacementGroupReady(getId(), timeoutSeconds);
    }
}
