package dev.troupe.parallel;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// The output of a process before its own code runs. It is held until that code begins, or until it is known whether the process was just being
/// stopped: a JVM that receives Ctrl-C while it starts prints errors that help nobody.
final class HeldOutput extends FilterInputStream {
    /// The output of a JVM that starts this slowly is shown.
    private static final long LONGEST_SECONDS = 5;

    private final CompletableFuture<Boolean> shown;

    /// @param shown completed with whether the output is shown
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
