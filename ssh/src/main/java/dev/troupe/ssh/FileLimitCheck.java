package dev.troupe.ssh;

import java.util.Optional;

/// Every link and every mapped object is an open file. The hard limit counts: a JVM raises its own limit to it.
record FileLimitCheck() implements Check {
    private static final int LITTLE = 4096;
    private static final int TOO_LITTLE = 512;

    @Override
    public Optional<Finding> of(Facts facts) {
        return facts.one("files").map(text -> {
            if (!text.matches("[0-9]{1,18}")) {
                return Finding.ok("files", text.equals("unlimited") ? "open files are not limited" : "the limit of open files is unknown");
            }
            long most = Long.parseLong(text);
            String sentence = "at most " + most + " open files";
            String step = "; raise the limit (ulimit -Hn) in /etc/security/limits.conf: * hard nofile 65536";
            return most < TOO_LITTLE ? Finding.problem("files", sentence + step)
                    : most < LITTLE ? Finding.warning("files", sentence + step) : Finding.ok("files", sentence);
        });
    }
}
