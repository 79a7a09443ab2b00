package dev.troupe.head;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Which submitters may run tasks where.
final class Leases implements Waiter.Allocator<Claim> {
    private final Outbox out;
    private final Queue queue;
    private final Room room;
    private final Groups groups;
    private final Workers workers;
    private final int startAttempts;
    private final int mostProcesses;
    private final Map<LeaseKey, Lease> leases = new HashMap<>();
    private final Map<ProcessKey, Map<Shape, Claim>> claims = new HashMap<>();
    /// Leases that live submitters must return because their placement groups were removed.
    private final Map<ProcessKey, Set<Lease>> owed = new HashMap<>();
    /// Claims with granted leases.
    private final Set<Claim> holders = new LinkedHashSet<>();
    /// Claims that got leases since submitters were last told who waits.
    private final Set<Claim> served = new LinkedHashSet<>();
    private Object starvation;
    private long lastLease;

    Leases(Outbox out, Queue queue, Room room, Groups groups, Workers workers, HeadSettings settings) {
        this.out = out;
        this.queue = queue;
        this.room = room;
        this.groups = groups;
        this.workers = workers;
        this.startAttempts = settings.startAttempts();
        this.mostProcesses = settings.startingPerNode();
    }

    void demand(Fact.Demand demand, Job job) {
        var ofProcess = claims.computeIfAbsent(demand.process(), _ -> new LinkedHashMap<>());
        var claim = ofProcess.computeIfAbsent(demand.shape(),
                shape -> new Claim(this, queue.nextOrder(), job.turn(), demand.process(), shape, job.effective(shape), mostProcesses));
        group(claim).ifPresent(group -> group.claims().add(claim));
        claim.want(demand.wanted(), demand.preferred());
        dropReserved(claim, claim.wanted());
        changed(claim);
    }

    private Optional<Group> group(Claim claim) {
        return claim.shape().bundle().map(bundle -> groups.get(bundle.group()));
    }

    /// Gives up leases whose workers are still starting, until at most this many are left.
    private void dropReserved(Claim claim, int most) {
        if (claim.leases().size() > most) {
            for (var lease : List.copyOf(claim.leases()).reversed()) {
                if (claim.leases().size() > most && lease.stage() == Lease.Stage.RESERVED) {
                    remove(lease);
                }
            }
        }
    }

    private void changed(Claim claim) {
        queue.changed(claim);
        if (claim.wanted() == 0 && claim.leases().isEmpty()) {
            var ofProcess = claims.get(claim.process());
            if (ofProcess != null && ofProcess.remove(claim.shape(), claim) && ofProcess.isEmpty()) {
                claims.remove(claim.process());
            }
            group(claim).ifPresent(group -> group.claims().remove(claim));
        }
    }

    @Override
    public boolean hasRoom(Claim claim) {
        return room.has(claim.effective());
    }

    @Override
    public boolean leasesAreInTheWay(Claim claim) {
        return room.leasesAreInTheWay(claim.effective());
    }

    @Override
    public boolean fitsNowhere(Claim claim) {
        return room.fitsNowhere(claim.effective());
    }

    @Override
    public String whyItWaits(Claim claim) {
        return room.whyNot(claim.effective());
    }

    @Override
    public boolean serve(Claim claim) {
        var spot = room.find(claim.effective(), claim.preferred());
        if (spot == null) {
            return false;
        }
        var hold = spot.pool().take(claim.effective().resources(), true);
        var worker = workers.obtain(spot.node(), claim.effective().settings(), hold.gpus());
        var lease = new Lease(new LeaseKey(++lastLease), claim, worker, hold);
        leases.put(lease.key(), lease);
        claim.leases().add(lease);
        worker.leases().add(lease);
        if (worker.stage() == Worker.Stage.READY) {
            grant(lease);
        }
        return true;
    }

    private void grant(Lease lease) {
        var claim = lease.claim();
        lease.stage(Lease.Stage.GRANTED);
        claim.granted(1);
        holders.add(claim);
        served.add(claim);
        claim.tell(queue.othersWait(claim));
        out.add(new Effect.Granted(claim.process(), lease.key(), claim.shape(), lease.worker().key(), lease.worker().node().key(),
                lease.hold().gpus(), claim.toldThatOthersWait()));
    }

    void started(Worker worker) {
        List.copyOf(worker.leases()).forEach(this::grant);
    }

    void returned(LeaseKey key) {
        var lease = leases.get(key);
        if (lease != null && lease.stage() != Lease.Stage.RESERVED) {
            remove(lease);
            changed(lease.claim());
        }
    }

    /// The worker gets no work after its start.
    void withdraw(Worker worker) {
        for (var lease : List.copyOf(worker.leases())) {
            if (lease.stage() == Lease.Stage.RESERVED) {
                remove(lease);
                changed(lease.claim());
            }
        }
    }

    /// The node of the worker is to be drained.
    void recall(Worker worker) {
        for (var lease : worker.leases()) {
            if (lease.stage() == Lease.Stage.GRANTED) {
                out.add(new Effect.Recall(lease.claim().process(), lease.key()));
            }
        }
    }

    void blocked(LeaseKey key, boolean blocked) {
        var lease = leases.get(key);
        if (lease != null && lease.hold().block(blocked)) {
            lease.claim().blocked(blocked ? 1 : -1);
            queue.changed(lease.claim());
        }
    }

    private void remove(Lease lease) {
        leases.remove(lease.key());
        owed.computeIfPresent(lease.claim().process(), (_, all) -> all.remove(lease) && all.isEmpty() ? null : all);
        withdraw(lease);
        if (lease.hold().block(false)) {
            lease.claim().blocked(-1);
        }
        lease.hold().release();
        lease.worker().leases().remove(lease);
        workers.release(lease.worker());
    }

    /// The submitter no longer has it.
    private void withdraw(Lease lease) {
        var claim = lease.claim();
        if (claim.leases().remove(lease) && lease.stage() == Lease.Stage.GRANTED) {
            claim.granted(-1);
            if (claim.granted() == 0) {
                holders.remove(claim);
            }
        }
    }

    /// The worker could not be started.
    ///
    /// @param pause the number of the following pause
    void failed(Worker worker, String why, StartFailure cause, long pause) {
        var claims = new LinkedHashSet<Claim>(); // a start counts once, for any number of leases
        for (var lease : List.copyOf(worker.leases())) {
            claims.add(lease.claim());
            remove(lease);
        }
        for (var claim : claims) {
            if (claim.wanted() > 0 && claim.failedStarts().tooMany(cause, pause, startAttempts)) {
                refuse(claim, why, Optional.of(cause));
            }
            changed(claim);
        }
    }

    private void refuse(Claim claim, String why, Optional<StartFailure> unstarted) {
        var demand = new Fact.Demand(claim.process(), claim.shape(), claim.wanted(), claim.preferred());
        claim.want(0, claim.preferred());
        dropReserved(claim, 0);
        out.add(new Effect.Refused(claim.process(), demand, why, unstarted));
    }

    /// The worker has died.
    void lost(Worker worker, String why, Set<Long> ran) {
        for (var lease : List.copyOf(worker.leases())) {
            if (lease.stage() == Lease.Stage.GRANTED) {
                out.add(new Effect.LeaseLost(lease.claim().process(), lease.key(), why, true, ran));
            }
            remove(lease);
            changed(lease.claim());
        }
    }

    /// The submitter has ended: its tasks must stop everywhere.
    void submitterGone(ProcessKey process, String why) {
        var ofProcess = claims.remove(process);
        if (ofProcess != null) {
            for (var claim : List.copyOf(ofProcess.values())) {
                claim.want(0, claim.preferred());
                dropReserved(claim, 0);
                List.copyOf(claim.leases()).forEach(lease -> revoke(lease, why));
                changed(claim);
            }
        }
        List.copyOf(owed.getOrDefault(process, Set.of())).forEach(lease -> revoke(lease, why));
    }

    /// The placement group of this claim was removed.
    void groupRemoved(Claim claim, String why) {
        if (claim.wanted() > 0) {
            refuse(claim, why, Optional.empty());
        }
        for (var lease : List.copyOf(claim.leases())) {
            out.add(new Effect.LeaseLost(claim.process(), lease.key(), why, false, Set.of()));
            withdraw(lease);
            lease.stage(Lease.Stage.REVOKED);
            if (lease.worker().shared()) {
                owed.computeIfAbsent(claim.process(), _ -> new LinkedHashSet<>()).add(lease);
            } else {
                workers.stop(lease.worker(), why, true);
            }
        }
        changed(claim);
    }

    private void revoke(Lease lease, String why) {
        withdraw(lease);
        lease.stage(Lease.Stage.REVOKED);
        var worker = lease.worker();
        if (worker.shared() && worker.stage() == Worker.Stage.READY) {
            out.add(new Effect.Revoke(worker.key(), lease.key(), lease.claim().process(), why));
        } else {
            workers.stop(worker, why, true);
        }
    }

    /// Tells submitters when others start or stop waiting for their leases.
    void tellWhoWaits() {
        boolean asBefore = Objects.equals(starvation, queue.starvation());
        starvation = queue.starvation();
        for (var claim : asBefore ? served : holders) {
            boolean othersWait = queue.othersWait(claim);
            if (claim.granted() > 0 && claim.toldThatOthersWait() != othersWait) {
                claim.tell(othersWait);
                out.add(new Effect.Wanted(claim.process(), claim.shape(), othersWait));
            }
        }
        served.clear();
    }
}
