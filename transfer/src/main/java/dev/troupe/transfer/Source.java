package dev.troupe.transfer;

/// A node from which an object is pulled. Guarded by its [Pull].
final class Source {
    final int node;
    /// Streams to it.
    int streams;
    /// Failures since its last chunk, and when the first of them was.
    int failures;
    long failing;
    /// When it may be tried again.
    long notBefore;
    /// Why it was given up; null as long as it was not.
    String end;

    Source(int node, long now) {
        this.node = node;
        this.notBefore = now;
    }
}
