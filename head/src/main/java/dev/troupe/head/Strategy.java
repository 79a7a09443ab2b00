package dev.troupe.head;

/// How the bundles of a placement group are distributed over the nodes.
public enum Strategy {
    /// Together if possible.
    PACK,
    /// Apart if possible.
    SPREAD,
    /// On one node, or not at all.
    STRICT_PACK,
    /// Each on a different node, or not at all.
    STRICT_SPREAD
}
