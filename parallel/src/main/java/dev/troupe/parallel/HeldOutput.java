package dev.troupe.parallel;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// What a process prints before its own code runs. It is held until that begins, or until it is known whether the process was just being stopped: a JVM
/// that gets Ctrl-C while it starts prints errors of its own, which help nobody.
final class HeldOutput extends FilterInputStream {
    /// A JVM that starts so slowly has something to say.
    private static final long LONGEST_SECONDS = 5;

    private final CompletableFuture<Boolean> shown;

    /// @param shown completed with whether the output is worth showing
    HeldOutput(InputStream from, CompletableFuture<Boolean> shown) {
        super(from);
        this.shown = shown.completeOnTimeout(true, LONGEST_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        return shown.join() ? count : -1;
    }
}
