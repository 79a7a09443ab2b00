package dev.troupe.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What this process takes of the machine's memory, as Linux counts it.
final class ResidentMemory {
    private ResidentMemory() {}

    static double megabytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Double.parseDouble(line.replaceAll("\\D", "")) / 1024;
            }
        }
        throw new IOException("/proc/self/status has no VmRSS line");
    }
}
