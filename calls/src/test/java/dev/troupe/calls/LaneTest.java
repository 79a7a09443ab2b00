package dev.troupe.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.head.Fact;
import dev.troupe.head.JobKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.WorkerSettings;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.objects.TrackedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LaneTest {
    private static final long LONG_TASK = TimeUnit.SECONDS.toNanos(1);
    private static final long SHORT_TASK = 1_000;

    /// What the lane says, in order.
    private final List<String> said = new ArrayList<>();
    private int running;
    private long now;
    private long numbers;

    private final Peer worker = new Peer() {
        @Override
        public int process() {
            return 2;
        }

        @Override
        public void send(Message message) {
            if (message instanceof Message.Run) {
                running++;
            } else {
                said.add(message.toString());
            }
        }

        @Override
        public boolean congested() {
            return false;
        }
    };

    private void tell(Fact fact) {
        switch (fact) {
            case Fact.Demand demand -> said.add("demand " + demand.wanted());
            case Fact.Return back -> said.add("return " + back.lease().number() + " while " + running + " run");
            case Fact.Blocked blocked -> said.add(blocked.lease().number() + " blocked");
            case Fact.Unblocked unblocked -> said.add(unblocked.lease().number() + " goes on");
            default -> throw new AssertionError("unexpected: " + fact);
        }
    }

    private Lane lane(boolean alone) {
        WorkerSettings shared = WorkerSettings.shared(new JobKey(1));
        return new Lane(1, Shape.of(Resources.cpu(1), alone ? shared.alone() : shared),
                new Leases(1, this::tell, new Reasons()), new SentCalls(Runnable::run), () -> now);
    }

    private void add(Lane lane, int tasks) {
        for (int i = 0; i < tasks; i++) {
            lane.add(call());
        }
    }

    private Call call() {
        return new Call(new TrackedObject(1, ++numbers), "task", null, new Arguments(new byte[0], null, null), "", false, 3);
    }

    private void end(Lane lane, long nanos) {
        running--;
        lane.done(worker, nanos);
    }

    private List<String> returned() {
        return said.stream().filter(words -> words.startsWith("return")).toList();
    }

    @Test
    void aTaskThatRunsAloneKeepsItsLeaseWhileOthersWait() {
        Lane lane = lane(true);
        add(lane, 3);
        lane.granted(7, worker, true);
        assertEquals(1, running);
        now = TimeUnit.SECONDS.toNanos(1);
        end(lane, LONG_TASK);
        assertEquals(List.of("return 7 while 0 run"), returned(), "before the next task starts, not under it");
        assertEquals(0, running);
    }

    @Test
    void whatWasSentAheadEndsBeforeItsLeaseGoesBack() {
        Lane lane = lane(false);
        add(lane, 2_000);
        lane.granted(7, worker, false);
        lane.granted(8, worker, false);
        end(lane, SHORT_TASK);
        assertTrue(running > 100, () -> running + " were sent ahead");
        lane.wanted(true);
        now = TimeUnit.SECONDS.toNanos(1);
        while (returned().isEmpty()) {
            end(lane, SHORT_TASK);
        }
        assertEquals("return 8 while 1 run", returned().getFirst());
        assertTrue(said.contains(new Message.Slots(1, 1).toString()));
        assertTrue(running > 100, () -> "it goes on with the other lease, but sent only " + running);
    }

    @Test
    void nothingMoreIsSentUnderARecalledLease() {
        Lane lane = lane(false);
        add(lane, 20);
        lane.granted(7, worker, false);
        int sent = running;
        lane.recalled(7);
        while (running > 0) {
            assertEquals(List.of(), returned());
            end(lane, LONG_TASK);
        }
        assertTrue(sent < 20);
        assertEquals(List.of("return 7 while 0 run"), returned());
    }

    @Test
    void aLeaseThatComesWhileItIsTheTurnOfOthersGoesToThem() {
        Lane lane = lane(false);
        add(lane, 8);
        lane.granted(7, worker, false);
        end(lane, LONG_TASK);
        lane.wanted(true);
        now = TimeUnit.SECONDS.toNanos(1);
        while (running > 1) {
            end(lane, LONG_TASK);
        }
        lane.idle(worker, true);
        assertEquals(List.of(), returned());
        lane.granted(8, worker, true);
        assertEquals(List.of("return 8 while 1 run"), returned(), "what runs here may wait for what others have to do");
        assertEquals(1, running);
        lane.granted(9, worker, true);
        assertEquals(2, running, "it is our turn again");
    }

    @Test
    void nothingIsQueuedBehindLongTasksWhileOthersWait() {
        Lane lane = lane(false);
        add(lane, 10);
        lane.granted(7, worker, true);
        end(lane, LONG_TASK);
        assertEquals(1, running);
        lane.wanted(false);
        assertEquals(2, running);
    }

    @Test
    void aLeaseThatIsTakenAwayGoesBackWhenWhatRanUnderItHasEnded() {
        Lane lane = lane(false);
        lane.granted(7, worker, false);
        lane.granted(8, worker, false);
        add(lane, 2);
        lane.revoked(7);
        lane.revoked(8);
        assertEquals(List.of(), returned());
        end(lane, 0);
        end(lane, 0);
        assertEquals(List.of("return 8 while 1 run", "return 7 while 0 run"), returned());
    }

    @Test
    void whatWasExpectedAndDidNotComeIsGivenBackOnce() {
        Lane lane = lane(false);
        lane.expect();
        lane.granted(7, worker, false);
        now = TimeUnit.SECONDS.toNanos(1);
        for (int i = 0; i < 3; i++) {
            lane.tick(now, 1);
        }
        assertEquals(List.of("demand 1", new Message.Slots(1, 1).toString(), "demand 0", "return 7 while 0 run",
                new Message.Slots(1, 0).toString()), said);
    }

    @Test
    void aLaneThatWasEmptyForLongIsGivenUp() {
        Lane lane = lane(false);
        add(lane, 1);
        lane.granted(7, worker, false);
        end(lane, SHORT_TASK);
        now = TimeUnit.SECONDS.toNanos(1);
        assertFalse(lane.retire(now, 1), "it still has a lease");
        lane.tick(now, 1);
        assertTrue(lane.retire(now, 1));
        assertFalse(lane.add(call()));
        assertFalse(lane.granted(8, worker, false));
    }

    @Test
    void aTaskThatIsTakenBackIsWantedNoMore() {
        Lane lane = lane(false);
        Call call = call();
        lane.add(call);
        lane.withdraw(call);
        assertEquals(List.of("demand 1", "demand 0"), said);
    }

    @Test
    void aCallThatIsBeingCancelledHidesNoLeaseFromTheWorker() {
        Lane lane = lane(false);
        lane.granted(7, worker, false);
        add(lane, 5);
        Call cancelled = call();
        lane.add(cancelled);
        assertEquals(5, running, "one runs, four are sent ahead");
        lane.idle(worker, true);
        cancelled.cancelled = true; // and before it is withdrawn:
        lane.granted(8, worker, false);
        assertEquals(5, running);
        assertTrue(said.contains(new Message.Slots(1, 2).toString()), said::toString);
    }

    @Test
    void whatEndsAfterItsWorkerWasLostCountsOnce() {
        Lane lane = lane(true);
        add(lane, 1);
        lane.granted(7, worker, false);
        lane.lost(worker.process());
        lane.done(worker, 0);
        said.clear();
        lane.tick(now + LONG_TASK, 1);
        add(lane, 1);
        assertEquals(List.of("demand 0", "demand 1"), said);
    }

    @Test
    void whatIsRefusedIsNotAskedForAgainForWhatRuns() {
        Lane lane = lane(true);
        lane.granted(7, worker, false);
        add(lane, 2);
        said.clear();
        assertEquals(1, lane.drain().size());
        assertEquals(List.of("demand 0"), said, "or it would be refused again, and so on");
        add(lane, 1);
        assertEquals("demand 2", said.getLast());
    }

    @Test
    void thereAreLeasesForMoreHoweverManyWait() {
        Lane lane = lane(false);
        int many = 5_000;
        for (int i = 0; i < many; i++) {
            add(lane, 1);
            lane.granted(i, worker, false);
            lane.idle(worker, true);
        }
        add(lane, 1);
        assertEquals(many, running);
        int wanted = said.stream().filter(words -> words.startsWith("demand ")).mapToInt(words -> Integer.parseInt(words.substring(7)))
                .reduce((_, last) -> last).orElseThrow();
        assertTrue(wanted > many, () -> "only " + wanted + " are wanted");
    }
}
