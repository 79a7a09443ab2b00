package dev.troupe.ssh;

import java.util.List;

/// How the work on a host has ended.
///
/// @param sentence why it failed, with the next step; empty if it did not
/// @param words what the host itself printed about its failure
/// @param findings what the doctor found there
public record HostReport(Host host, Stage end, String sentence, List<String> words, List<Finding> findings) {
    public HostReport {
        words = List.copyOf(words);
        findings = List.copyOf(findings);
    }

    HostReport(Host host, Stage end) {
        this(host, end, "", List.of(), List.of());
    }

    static HostReport failed(Host host, String sentence, List<String> words, List<Finding> findings) {
        return new HostReport(host, Stage.FAILED, sentence, words, findings);
    }

    /// Whether the host is as it should be.
    public boolean succeeded() {
        return end != Stage.FAILED;
    }
}
