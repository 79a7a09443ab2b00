package dev.troupe.ssh;

import java.util.Optional;

/// Logs, code of jobs and objects that do not fit into memory are written to the temporary directory.
record DiskCheck() implements Check {
    private static final long LITTLE = 5L << 30;
    private static final long TOO_LITTLE = 512L << 20;

    @Override
    public Optional<Finding> of(Facts facts) {
        return facts.one("disk").map(text -> text.split(" ", 2)).filter(words -> words.length == 2).map(words -> {
            Optional<Long> free = Bytes.ofKibibytes(words[0]);
            String place = words[1];
            if (free.isEmpty()) {
                return Finding.problem("disk", place + " is no directory; create it, or choose another with --temp-dir");
            }
            String sentence = Bytes.text(free.get()) + " free in " + place;
            String step = "; remove files, or choose another directory with --temp-dir";
            return free.get() < TOO_LITTLE ? Finding.problem("disk", "only " + sentence + step)
                    : free.get() < LITTLE ? Finding.warning("disk", "only " + sentence + step) : Finding.ok("disk", sentence);
        });
    }
}
