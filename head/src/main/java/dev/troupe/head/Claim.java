package dev.troupe.head;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// How many leases of a shape a submitter wants, and the ones it has.
final class Claim extends Waiter {
    private final Allocator<Claim> leasing;
    private final ProcessKey process;
    private final Shape shape;
    private final Shape effective;
    /// The limit of leases at the same time: without it, processes that need no resources would be started without end.
    private final int most;
    private final Set<Lease> leases = new LinkedHashSet<>();
    private int wanted;
    private Optional<NodeKey> preferred = Optional.empty();
    private int granted;
    private int blocked;
    private final FailedStarts failedStarts = new FailedStarts();
    private boolean toldThatOthersWait;

    Claim(Allocator<Claim> leasing, long order, Turn turn, ProcessKey process, Shape shape, Shape effective, int mostProcesses) {
        super(order, turn);
        boolean free = effective.settings().isolation() == Isolation.PROCESS && effective.resources().isEmpty();
        this.most = free ? mostProcesses : Integer.MAX_VALUE / 2;
        this.leasing = leasing;
        this.process = process;
        this.shape = shape;
        this.effective = effective;
    }

    ProcessKey process() {
        return process;
    }

    /// The number that the submitter asked for.
    Shape shape() {
        return shape;
    }

    Shape effective() {
        return effective;
    }

    /// Reserved and granted leases.
    Set<Lease> leases() {
        return leases;
    }

    void want(int number, Optional<NodeKey> where) {
        wanted = number;
        preferred = where;
    }

    int wanted() {
        return wanted;
    }

    Optional<NodeKey> preferred() {
        return preferred;
    }

    int granted() {
        return granted;
    }

    void granted(int change) {
        granted += change;
        failedStarts.forget();
    }

    /// One more or one less of its leases waits in `get`.
    void blocked(int change) {
        blocked += change;
    }

    FailedStarts failedStarts() {
        return failedStarts;
    }

    boolean toldThatOthersWait() {
        return toldThatOthersWait;
    }

    void tell(boolean othersWait) {
        toldThatOthersWait = othersWait;
    }

    @Override
    int missing() {
        return Math.max(0, Math.min(wanted, most + blocked) - leases.size());
    }

    @Override
    boolean serve() {
        return leasing.serve(this);
    }

    @Override
    Object kind() {
        return effective;
    }

    @Override
    Gate.Key gate() {
        return new Gate.Key(effective.resources(), effective.bundle(), false);
    }

    @Override
    boolean hasRoom() {
        return leasing.hasRoom(this);
    }

    @Override
    boolean leasesAreInTheWay() {
        return leasing.leasesAreInTheWay(this);
    }

    @Override
    boolean starves() {
        return leases.isEmpty();
    }

    @Override
    boolean fitsNowhere() {
        return leasing.fitsNowhere(this);
    }

    @Override
    void sayWhy(Outbox out) {
        if (news(whyItWaits())) {
            out.add(new Effect.Waits(process, shape, whyItWaits(), fitsNowhere()));
        }
    }

    @Override
    String what() {
        return "tasks of " + process + " with " + shape.resources();
    }

    @Override
    String whyItWaits() {
        return leasing.whyItWaits(this);
    }
}
