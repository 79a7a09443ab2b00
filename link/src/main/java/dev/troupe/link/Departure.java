package dev.troupe.link;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;

/// Waits for links that are being closed, while their peers take what is queued for them.
final class Departure {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /// A peer that has everything answers our goodbye soon, or not at all.
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(5);
    /// After so long it is told whom we wait for.
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(3);

    /// A link with something to deliver.
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

    /// @param patience how long each link may take nothing
    /// @param delayed told of a link that makes us wait, and of how many messages
    Departure(List<Link> links, Function<Link, Duration> patience, LongSupplier clock, ObjLongConsumer<Link> delayed) {
        this.clock = clock;
        this.delayed = delayed;
        long now = clock.getAsLong();
        links.forEach(link -> left.add(new Parting(link, patience.apply(link), now)));
    }

    /// Returns when all have ended or are given up.
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
