package dev.troupe.dijob;

/// What a document of a file describes.
public sealed interface Manifest permits Job, AggregatorConfig {
    JobKey key();
}
