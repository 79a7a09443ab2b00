package dev.troupe.dijob;

/// How aggregators of `v1alpha1` jobs look: one object for the whole cluster.
public record AggregatorConfig(JobKey key, Template template) implements Manifest {}
