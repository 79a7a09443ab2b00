package dev.troupe.ssh;

import java.util.Optional;

/// The object store maps files in `/dev/shm`.
record SharedMemoryCheck() implements Check {
    private static final long LITTLE = 256L << 20;

    @Override
    public Optional<Finding> of(Facts facts) {
        return facts.one("shm").map(text -> Bytes.ofKibibytes(text)
                .map(free -> free < LITTLE
                        ? Finding.warning("memory", "only " + Bytes.text(free) + " free in /dev/shm: large objects go to the disk; "
                                + "enlarge it (mount -o remount,size=50% /dev/shm; docker run --shm-size=8g)")
                        : Finding.ok("memory", Bytes.text(free) + " free in /dev/shm"))
                .orElseGet(() -> Finding.warning("memory", "there is no /dev/shm that this user may write to: objects go to the disk; "
                        + "mount it (mount -t tmpfs tmpfs /dev/shm)")));
    }
}
