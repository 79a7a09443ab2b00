package dev.troupe.head;

/// How the bundles of a placement group lie on the nodes.
public enum Strategy {
    /// Together where that is possible.
    PACK,
    /// Apart where that is possible.
    SPREAD,
    /// On one node or not at all.
    STRICT_PACK,
    /// Each on another node or not at all.
    STRICT_SPREAD
}
