package dev.troupe.calls;

import io.ray.api.Ray;
import io.ray.api.exception.RayException;
import io.ray.api.id.PlacementGroupId;
import io.ray.api.options.PlacementGroupCreationOptions;
import io.ray.api.placementgroup.PlacementGroup;
import io.ray.api.placementgroup.PlacementGroupState;
import io.ray.api.placementgroup.PlacementStrategy;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A placement group at the time of the request. Only its state changes; `getPlacementGroup(id)` returns the present one.
public record GroupSnapshot(PlacementGroupId id, String name, List<Map<String, Double>> bundles, PlacementStrategy strategy,
        PlacementGroupState state) implements PlacementGroup, Serializable {

    public GroupSnapshot { name = name == null ? "" : name; }

    /// The requested bundles, as a copy.
    ///
    /// @throws IllegalArgumentException if a bundle is empty, or the strategy is invalid
    /// @throws RayException if a resource has a reserved name
    public static List<Map<String, Double>> bundles(PlacementGroupCreationOptions options) {
        if (options.strategy == PlacementStrategy.UNRECOGNIZED) {
            throw new IllegalArgumentException(
                    "UNRECOGNIZED is not a strategy of a placement group; use PACK, SPREAD, STRICT_PACK or STRICT_SPREAD");
        }
        List<Map<String, Double>> bundles = new ArrayList<>();
        for (Map<String, Double> bundle : options.bundles) {
            if (bundle.isEmpty()) {
                throw new IllegalArgumentException(
                        "bundle " + bundles.size() + " of a placement group is empty; ask for at least one resource");
            }
            if (bundle.containsKey("bundle")) {
                throw new RayException("the resource name 'bundle' in a placement group is reserved");
            }
            bundles.add(Map.copyOf(bundle));
        }
        return List.copyOf(bundles);
    }

    /// Rejects an index that the group does not have.
    ///
    /// @throws IllegalArgumentException if the group has no such bundle; -1 means any
    public void checkBundle(int index) {
        if (index < -1 || index >= bundles.size()) {
            throw new IllegalArgumentException("Bundle index " + index + " is invalid, the placement group "
                    + (name.isEmpty() ? id.toString() : "'" + name + "'") + " has " + bundles.size() + ": use 0 to " + (bundles.size() - 1)
                    + ", or -1 for any");
        }
    }

    @Override
    public PlacementGroupId getId() {
        return id;
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
        return Ray.internal().waitPlacementGroupReady(id, timeoutSeconds);
    }
}
