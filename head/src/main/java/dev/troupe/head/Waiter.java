package dev.troupe.head;

import java.util.function.Supplier;

/// Somebody who wants room: a submitter's claim, actors of one shape, a placement group.
abstract sealed class Waiter permits Claim, ActorQueue, Group {
    /// When it was served last, as a number in a row; who waits longest comes first.
    private long served;
    private final long order;
    /// When it was first seen to wait in vain since then; negative when it was not.
    private long starvesSince = -1;
    private String told = "";
    private long pausesUntil;
    /// Why a worker for it could not be started; empty when it does not pause.
    private String pausesBecause = "";

    Waiter(long order) {
        this.order = order;
    }

    long served() {
        return served;
    }

    void servedAt(long when) {
        served = when;
        starvesSince = -1;
        told = "";
    }

    /// How long it has waited without having anything.
    long starvesFor(long now) {
        if (!starves()) {
            starvesSince = -1;
        } else if (starvesSince < 0) {
            starvesSince = now;
        }
        return starvesSince < 0 ? 0 : now - starvesSince;
    }

    void pause(long until, String because) {
        pausesUntil = until;
        pausesBecause = because;
    }

    boolean pauses(long now) {
        return !pausesBecause.isEmpty() && now - pausesUntil < 0;
    }

    /// True once, when its pause is over.
    boolean resumes(long now) {
        boolean over = !pausesBecause.isEmpty() && !pauses(now);
        if (over) {
            pausesBecause = "";
        }
        return over;
    }

    /// @param otherwise the reason if it does not pause
    String whyItPauses(Supplier<String> otherwise) {
        return pausesBecause.isEmpty() ? otherwise.get() : "its worker could not be started, and is tried again soon: " + pausesBecause;
    }

    /// Whether this reason is news for those who wait.
    boolean news(String why) {
        boolean news = !why.equals(told);
        told = why;
        return news;
    }

    long order() {
        return order;
    }

    /// How much it still wants.
    abstract int missing();

    /// Tries to give it one of what it wants; false when there is no room.
    abstract boolean serve();

    /// Where one of a kind finds no room, the others find none.
    abstract Object kind();

    /// Whether there would be room if others gave their leases back.
    abstract boolean leasesAreInTheWay();

    /// Whether it waits and has nothing of what it wants, so that its work stands still.
    abstract boolean starves();

    /// Whether it waits for more than that others end.
    abstract boolean fitsNowhere();

    /// Tells those whose work it is why it waits, unless they know.
    abstract void sayWhy(Outbox out);

    abstract String what();

    abstract String whyItWaits();
}
