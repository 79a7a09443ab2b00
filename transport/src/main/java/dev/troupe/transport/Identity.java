package dev.troupe.transport;

/// The identity of a process: its node id and its incarnation.
///
/// @param nodeId unique among the processes that are linked
/// @param incarnation a random number chosen when the process starts; a restarted process has another one
public record Identity(int nodeId, long incarnation) {}
