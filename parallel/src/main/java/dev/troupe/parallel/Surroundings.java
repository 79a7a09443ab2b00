package dev.troupe.parallel;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// What planning needs to know of this machine, and of the program.
///
/// @param variables the environment variables
/// @param outwardAddress this host's address as others see it
/// @param loopback whether processes of this machine can reach each other by 127.0.0.1
/// @param ours whether a host name or address means this host
/// @param directory for Unix sockets
/// @param program the name of what is run, see [ProgramName]
record Surroundings(Map<String, String> variables, Supplier<String> outwardAddress, boolean loopback, Predicate<String> ours,
        Path directory, String program) {}
