package dev.troupe.head;

import java.util.List;

/// What its creator says of a placement group.
///
/// @param name "" for none
public record GroupSpec(GroupKey key, String name, String namespace, Strategy strategy, List<Resources> bundles, Owner owner) {
    public GroupSpec { bundles = List.copyOf(bundles); }

    public JobKey job() {
        return key.job();
    }
}
