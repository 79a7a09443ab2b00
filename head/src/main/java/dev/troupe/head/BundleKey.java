package dev.troupe.head;

/// A part of a placement group; `index` -1 is any of its bundles.
public record BundleKey(GroupKey group, int index) {
    /// The index that stands for whichever bundle has room.
    public static final int ANY = -1;
}
