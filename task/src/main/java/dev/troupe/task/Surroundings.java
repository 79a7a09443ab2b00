package dev.troupe.task;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/// What planning needs to know of this machine.
///
/// @param variables the environment variables
/// @param outwardAddress this host's address as others see it
/// @param directory for Unix sockets
/// @param free whether a port of that address can be listened on
record Surroundings(Map<String, String> variables, Supplier<String> outwardAddress, Path directory, IntPredicate free) {}
