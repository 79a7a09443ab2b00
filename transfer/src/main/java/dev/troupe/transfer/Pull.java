package dev.troupe.transfer;

import dev.troupe.link.ByteStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// Fetches the chunks of one object from all nodes that have some of them. The thread that calls [#run] starts a [Fetcher] for each stream; this object
/// is their meeting place.
final class Pull {
    private static final long LOOK_MILLIS = 50;
    private static final long PEERS_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int STREAMS_TO_ONE = 2;

    /// Opens streams to nodes.
    interface Opener {
        ByteStream open(int node, Request request) throws IOException;
    }

    private final Request.Fetch request;
    private final Holding holding;
    private final Opener opener;
    private final TransferOptions options;
    private final LongSupplier clock;
    private final Chunks<Fetcher> chunks;
    private final Map<Integer, Source> sources = new LinkedHashMap<>();
    private final List<Fetcher> fetchers = new ArrayList<>();
    private PullException failure;
    private boolean over;
    private long lastArrival;
    private long lastPeers;

    Pull(Request.Fetch request, Holding holding, Opener opener, TransferOptions options, LongSupplier clock) {
        this.request = request;
        this.holding = holding;
        this.opener = opener;
        this.options = options;
        this.clock = clock;
        this.chunks = new Chunks<>(Chunks.count(request.bytes(), request.chunk()), options.slow().toNanos());
        this.lastArrival = clock.getAsLong();
        this.lastPeers = lastArrival - PEERS_NANOS;
    }

    /// Returns when all chunks are there and nobody writes to the object any more; or throws, and then nobody does either.
    void run() throws PullException, InterruptedException {
        found(List.of(request.object().node()));
        try {
            await();
        } finally {
            end();
        }
    }

    private synchronized void await() throws PullException, InterruptedException {
        while (chunks.missing() > 0 && failure == null) {
            long now = clock.getAsLong();
            startStreams(now);
            boolean hopeless = sources.values().stream().allMatch(source -> source.end != null);
            boolean stalled = original().end != null && chunks.underWay() == 0 && now - lastArrival > options.stall().toNanos();
            if (hopeless || stalled) {
                throw lost();
            }
            wait(LOOK_MILLIS);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void startStreams(long now) {
        int free = options.streams() - fetchers.size();
        for (int round = 0; round < STREAMS_TO_ONE; round++) {
            for (Source source : sources.values()) {
                if (free > 0 && source.end == null && source.streams == round && source.streams < share() && now - source.notBefore >= 0) {
                    free--;
                    source.streams++;
                    Fetcher fetcher = new Fetcher(this, source, request, holding, opener);
                    fetchers.add(fetcher);
                    fetcher.start();
                }
            }
        }
    }

    /// How many streams a source may have: two when there are few sources, so that one brings bytes while the other verifies.
    private int share() {
        long alive = sources.values().stream().filter(source -> source.end == null).count();
        return Math.clamp(options.streams() / Math.max(1, alive), 1, STREAMS_TO_ONE);
    }

    private void end() {
        List<Fetcher> last;
        synchronized (this) {
            over = true;
            notifyAll();
            last = List.copyOf(fetchers);
        }
        last.forEach(Fetcher::cancel);
        last.forEach(Fetcher::awaitEnd);
    }

    private Source original() {
        return sources.get(request.object().node());
    }

    private PullException lost() {
        String reasons = sources.values().stream()
                .map(source -> source.end == null ? "node " + source.node + " has nothing more" : source.end)
                .collect(Collectors.joining("; "));
        return new PullException(PullException.Reason.LOST,
                request.object() + " (" + request.bytes() + " bytes) cannot be copied to node " + request.puller() + ": " + chunks.missing()
                        + " of " + chunks.count() + " chunks are missing and no source is left: " + reasons,
                null);
    }

    /// Ends the pull from outside.
    synchronized void fail(PullException why) {
        failure = failure == null ? why : failure;
        notifyAll();
    }

    // What fetchers say and ask.

    /// Whether a stream should go on. It ends when the pull is over, its source was given up, or others need its place.
    synchronized boolean needs(Fetcher fetcher, Source source) {
        boolean surplus = source.streams > share();
        if (surplus) {
            leave(fetcher, source);
        }
        return !over && source.end == null && !surplus;
    }

    /// Whether the original's node should be asked who else has parts.
    synchronized boolean peersDue(Source source) {
        long now = clock.getAsLong();
        boolean due = source == original() && now - lastPeers >= PEERS_NANOS;
        lastPeers = due ? now : lastPeers;
        return due;
    }

    synchronized void found(List<Integer> nodes) {
        for (int node : nodes) {
            if (sources.size() < 2 * options.streams() && node != request.puller()) {
                sources.computeIfAbsent(node, _ -> new Source(node, clock.getAsLong()));
            }
        }
        notifyAll();
    }

    /// The chunks that this fetcher may bring; waits until there are some. Empty when the pull is over.
    synchronized BitSet wanted(Fetcher by) throws InterruptedException {
        while (!over && chunks.missing() > 0) {
            BitSet wanted = chunks.wanted(by, clock.getAsLong());
            if (!wanted.isEmpty()) {
                return wanted;
            }
            wait(LOOK_MILLIS);
        }
        return new BitSet();
    }

    /// Whether the fetcher shall bring the chunk that it was offered. A source that is too slow with it loses its stream.
    boolean take(int chunk, Fetcher by) {
        Fetcher tooSlow;
        synchronized (this) {
            long now = clock.getAsLong();
            if (over) {
                return false;
            }
            if (chunks.take(chunk, by, now)) {
                return true;
            }
            tooSlow = chunks.tooSlow(chunk, now).orElse(null);
        }
        if (tooSlow != null) {
            tooSlow.giveWay();
        }
        return false;
    }

    synchronized void arrived(int chunk, int sum, Source from) {
        chunks.arrived(chunk);
        holding.arrived(chunk, sum);
        from.failures = 0;
        lastArrival = clock.getAsLong();
        notifyAll();
    }

    synchronized void giveBack(int chunk) {
        chunks.giveBack(chunk);
        notifyAll();
    }

    synchronized void lacks(Source source) {
        source.end = "node " + source.node + " does not have it";
        if (source == original()) {
            fail(new PullException(PullException.Reason.DELETED,
                    request.object() + " cannot be copied to node " + request.puller() + ": node " + source.node + " has deleted it",
                    null));
        }
    }

    /// It has no place for another stream; that is no fault.
    synchronized void busy(Source source) {
        source.notBefore = clock.getAsLong() + FIRST_PAUSE * 2;
    }

    /// It lost its stream to another source. It may be the only one that has something else, so it is not given up.
    synchronized void slow(Source source) {
        source.notBefore = clock.getAsLong() + options.slow().toNanos();
    }

    synchronized void failed(Source source, String why) {
        long now = clock.getAsLong();
        source.failing = source.failures == 0 ? now : source.failing;
        source.failures++;
        source.notBefore = now + (FIRST_PAUSE << Math.min(source.failures, 6));
        boolean forLong = now - source.failing >= options.stall().toNanos();
        if (source.failures >= options.attempts() && forLong && source.end == null) {
            source.end = "node " + source.node + " failed " + source.failures + " times (" + why + ")";
        }
    }

    /// The node is lost or has left: nobody needs to try.
    synchronized void unreachable(Source source) {
        source.end = "node " + source.node + " is gone";
    }

    synchronized void ended(Fetcher fetcher, Source source) {
        leave(fetcher, source);
        notifyAll();
    }

    private void leave(Fetcher fetcher, Source source) {
        if (fetchers.remove(fetcher)) {
            source.streams--;
        }
    }
}
