package dev.troupe.benchmarks;

import io.ray.api.Ray;

/// In a JVM that has just begun: from `Ray.init()` to the first result.
final class FirstResult {
    private FirstResult() {}

    public static void main(String[] args) {
        long began = System.nanoTime();
        Ray.init();
        RemoteCalls.check(Ray.task(RemoteWork::same, 7).remote().get() == 7);
        Figures.print("start", (System.nanoTime() - began) / 1e9);
        Ray.shutdown();
    }
}
