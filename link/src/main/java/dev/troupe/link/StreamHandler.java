package dev.troupe.link;

import java.io.IOException;

/// Serves the streams that other processes open.
public interface StreamHandler {
    /// Called on a platform thread of this stream alone, which nobody interrupts; when the endpoint closes, reading and writing throw instead. The
    /// stream is closed when this method returns. An `IOException` means that the connection broke, and only ends the stream.
    void handle(ByteStream stream) throws IOException;
}
