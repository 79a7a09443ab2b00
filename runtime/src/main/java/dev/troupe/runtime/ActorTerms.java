package dev.troupe.runtime;

import java.io.Serializable;

/// What callers of an actor have to know about it.
///
/// @param maxTaskRetries -1 without limit
/// @param maxPendingCalls -1 without limit
record ActorTerms(String className, int maxTaskRetries, int maxPendingCalls) implements Serializable {}
