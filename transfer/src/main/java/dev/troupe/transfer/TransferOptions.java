package dev.troupe.transfer;

import java.time.Duration;

/// The limits of transfers.
///
/// @param chunk bytes that are requested, verified and passed on as one; the same on all nodes
/// @param streams how many chunks of one object may be under way to this node, each on its own stream
/// @param pulls how many objects are pulled at the same time; others wait
/// @param uploads how many chunks a node sends at the same time before others have to wait for [#queued]
/// @param queued how long a chunk waits for another upload to end; a receiver that reads nothing delays others no longer than this
/// @param patience how long a node that has nothing new waits for more before it says so
/// @param slow a chunk that is under way for longer is taken from another source that offers it
/// @param stall how long a source has to fail before it is given up; and how long a pull that has given up the original waits for chunks of others
/// @param attempts how often a source has to fail in this time before it is given up
public record TransferOptions(int chunk, int streams, int pulls, int uploads, Duration queued, Duration patience, Duration slow,
        Duration stall,
        int attempts) {
    public TransferOptions {
        positive(chunk, "chunk");
        positive(streams, "streams");
        positive(pulls, "pulls");
        positive(uploads, "uploads");
        positive(queued.toMillis(), "queued");
        positive(patience.toMillis(), "patience");
        positive(slow.toMillis(), "slow");
        positive(stall.toMillis(), "stall");
        positive(attempts, "attempts");
    }

    private static void positive(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException("transfer option " + name + " must be more than 0, not " + value);
        }
    }

    /// Chunks of 4 MiB, of which 8 may be under way for each of 4 objects.
    public static TransferOptions defaults() {
        return new TransferOptions(4 << 20, 8, 4, 4, Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofSeconds(5),
                Duration.ofSeconds(10), 3);
    }

    public TransferOptions withChunk(int to) {
        return new TransferOptions(to, streams, pulls, uploads, queued, patience, slow, stall, attempts);
    }

    public TransferOptions withStreams(int to) {
        return new TransferOptions(chunk, to, pulls, uploads, queued, patience, slow, stall, attempts);
    }

    public TransferOptions withPulls(int to) {
        return new TransferOptions(chunk, streams, to, uploads, queued, patience, slow, stall, attempts);
    }

    public TransferOptions withSlow(Duration to) {
        return new TransferOptions(chunk, streams, pulls, uploads, queued, patience, to, stall, attempts);
    }

    public TransferOptions withStall(Duration to) {
        return new TransferOptions(chunk, streams, pulls, uploads, queued, patience, slow, to, attempts);
    }
}
