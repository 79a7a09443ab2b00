package dev.troupe.runtime;

import io.ray.api.runtime.RayRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;

/// What this runtime can do beyond Ray's API.
public final class Troupe {
    private Troupe() {}

    /// What `Ray.init()` does.
    public static RayRuntime start() {
        if (WorkerMain.runtime() != null) {
            return WorkerMain.runtime();
        }
        try {
            return Driver.start(Settings.read());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
