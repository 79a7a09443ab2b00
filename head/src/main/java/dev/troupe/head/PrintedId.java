package dev.troupe.head;

/// Numbers in the form in which Ray's API prints ids.
final class PrintedId {
    /// The number of bytes of the ids of Ray's API.
    static final int ACTOR = 16;
    static final int GROUP = 18;

    private PrintedId() {}

    /// The number, then the job's, whose lowest byte comes first.
    static String of(int bytes, long number, JobKey job) {
        int digits = 2 * (bytes - Integer.BYTES);
        return String.format("%0" + digits + "x%08x", number, Integer.reverseBytes(job.number()));
    }
}
