package dev.troupe.operator;

/// How lists are read from the API server.
final class Paging {
    /// Objects in a page, of any kind.
    static final long SIZE = 50;
    /// Pages of pods in memory, besides those of the watches.
    static final int AT_ONCE = 2;

    private Paging() {}
}
