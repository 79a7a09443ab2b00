package dev.troupe.head;

/// A part of a placement group; `index` -1 is any of its bundles.
public record BundleKey(GroupKey group, int index) {
    /// The index that means any bundle with free resources.
    public static final int ANY = -1;
}
