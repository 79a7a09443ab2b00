package dev.troupe.link;

/// Who a process is: its node id, and which life of that node this is.
///
/// @param nodeId unique among the processes that are linked
/// @param incarnation drawn at random when the process starts; a restarted process has another
public record Identity(int nodeId, long incarnation) {}
