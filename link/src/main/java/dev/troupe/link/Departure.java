package dev.troupe.link;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;

/// Waits for links that are being closed until their peers have received the queued messages.
final class Departure {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /// A peer that has received everything answers our goodbye soon, or not at all.
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(5);
    /// After this time, the log names the peers that delay the shutdown.
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(3);

    /// A link with messages to deliver.
    private static final class Parting {
        private final Link link;
        private final long patience;
        private long acknowledged;
        private long since;
        private boolean told;

        Parting(Link link, Duration patience, long now) {
            this.link = link;
            this.patience = patience.toNanos();
            this.acknowledged = link.outbound().acknowledged();
            this.since = now;
        }
    }

    private final LongSupplier clock;
    private final ObjLongConsumer<Link> delayed;
    private final List<Parting> left = new ArrayList<>();

    /// @param patience how long the peer of a link may accept nothing
    /// @param delayed is called with each link that delays the shutdown and the number of its messages
    Departure(List<Link> links, Function<Link, Duration> patience, LongSupplier clock, ObjLongConsumer<Link> delayed) {
        this.clock = clock;
        this.delayed = delayed;
        long now = clock.getAsLong();
        links.forEach(link -> left.add(new Parting(link, patience.apply(link), now)));
    }

    /// Returns when every link has ended or was given up.
    void await() throws InterruptedException {
        while (!left.isEmpty()) {
            if (left.getFirst().link.awaitEnd(Math.min(LOOK_NANOS, left.getFirst().patience))) {
                left.removeFirst();
            }
            left.removeIf(parting -> parting.link.ended() || givenUp(parting));
        }
    }

    private boolean givenUp(Parting parting) {
        long now = clock.getAsLong();
        long acknowledged = parting.link.outbound().acknowledged();
        if (acknowledged != parting.acknowledged) {
            parting.acknowledged = acknowledged;
            parting.since = now;
        }
        boolean delivered = parting.link.over() || parting.link.outbound().flushed();
        long waited = now - parting.since;
        if (!delivered && !parting.told && waited >= QUIET_NANOS) {
            parting.told = true;
            delayed.accept(parting.link, parting.link.outbound().undelivered());
        }
        return waited >= (delivered ? Math.min(ANSWER_NANOS, parting.patience) : parting.patience);
    }
}
