package dev.troupe.messages;

/// What a process that joins a cluster must know of it.
///
/// @param process the number of the process that joins
/// @param head the number of the process that contains the head server
/// @param fenceMillis how long a node continues without an answer of the head
public record Joined(int process, int head, long fenceMillis) {}
