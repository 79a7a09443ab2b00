package dev.troupe.head;

import java.util.List;

/// What a node needs to start workers of a job, besides their settings. The head passes it on unread.
///
/// @param code the packages of the job's class path, in order
/// @param worker what each worker must know, encoded
public record JobTerms(List<String> code, byte[] worker) {
    /// Of a job without code of its own.
    public static final JobTerms NONE = new JobTerms(List.of(), new byte[0]);

    public JobTerms { code = List.copyOf(code); }
}
