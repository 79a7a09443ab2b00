package dev.troupe.link;

import dev.troupe.transport.NonsenseException;
import java.nio.ByteBuffer;

/// How a side wants the session to continue; part of PROOF and WELCOME.
///
/// @param session the number of the session, chosen by the dialling side
/// @param resume whether the dialling side already has that session
/// @param received the bytes of the stream received so far
/// @param window,maxMessage the limits that this side accepts
record Greeting(long session, boolean resume, long received, int window, int maxMessage) {
    static final int SIZE = 25;

    byte[] bytes() {
        return ByteBuffer.allocate(SIZE).putLong(session).put((byte) (resume ? 1 : 0)).putLong(received).putInt(window).putInt(maxMessage)
                .array();
    }

    static Greeting from(ByteBuffer bytes) throws NonsenseException {
        Greeting greeting = new Greeting(bytes.getLong(), bytes.get() != 0, bytes.getLong(), bytes.getInt(), bytes.getInt());
        if (greeting.received < 0 || greeting.window <= 0 || greeting.maxMessage <= 0) {
            throw new NonsenseException("its greeting has invalid numbers: " + greeting);
        }
        return greeting;
    }
}
