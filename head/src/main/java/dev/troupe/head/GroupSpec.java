package dev.troupe.head;

import java.util.List;

/// The properties that its creator gives a placement group.
///
/// @param name "" for none
public record GroupSpec(GroupKey key, String name, String namespace, Strategy strategy, List<Resources> bundles, Owner owner) {
    public GroupSpec { bundles = List.copyOf(bundles); }

    public JobKey job() {
        return key.job();
    }
}
