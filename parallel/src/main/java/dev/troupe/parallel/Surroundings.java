package dev.troupe.parallel;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// What planning must know about this machine and the program.
///
/// @param variables the environment variables
/// @param outwardAddress this host's address as others see it
/// @param loopback whether processes on this machine can reach each other at 127.0.0.1
/// @param ours whether a host name or address refers to this host
/// @param directory for Unix sockets
/// @param program the name of the program, see [ProgramName]
record Surroundings(Map<String, String> variables, Supplier<String> outwardAddress, boolean loopback, Predicate<String> ours,
        Path directory, String program) {}
