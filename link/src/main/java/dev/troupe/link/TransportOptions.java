package dev.troupe.link;

import java.time.Duration;

/// What a [Transport] may need to know.
///
/// @param self the process that dials or listens
/// @param token for transports that pass through a third party and have to authenticate every message
/// @param timeout how long opening a stream may take
/// @param encryption which TCP connections are encrypted
public record TransportOptions(Identity self, Token token, Duration timeout, Encryption encryption) {}
