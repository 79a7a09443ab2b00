package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/// Forwards connections to a port of this machine, and keeps what goes through.
final class Wiretap implements AutoCloseable {
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final Relay relay;

    Wiretap(int target) throws IOException {
        relay = new Relay(target, heard);
    }

    int port() {
        return relay.port();
    }

    /// Both directions, a character for each byte.
    String heard() {
        return heard.toString(ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        relay.close();
    }
}
