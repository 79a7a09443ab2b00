package dev.troupe.transport;

import java.time.Duration;

/// Options for a [Transport].
///
/// @param self the process that dials or listens
/// @param token for transports that pass data through a third party and must authenticate every message
/// @param timeout how long opening a stream may take
/// @param encryption which TCP connections are encrypted
public record TransportOptions(Identity self, Token token, Duration timeout, Encryption encryption) {}
