package dev.troupe.runtime;

import java.util.Arrays;
import java.util.List;

/// The devices that were given to this worker.
final class Gpus {
    private Gpus() {}

    /// None in a driver, or in a worker that asked for none.
    static List<Long> here() {
        String visible = WorkerMain.runtime() == null ? null : System.getenv("CUDA_VISIBLE_DEVICES");
        if (visible == null || visible.isBlank()) {
            return List.of();
        }
        return Arrays.stream(visible.split(",")).map(String::strip).filter(id -> id.matches("\\d+")).map(Long::valueOf).toList();
    }
}
