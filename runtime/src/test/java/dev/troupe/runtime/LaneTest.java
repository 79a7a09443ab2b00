package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
            said.add(message.toString());
        }

        @Override
        public boolean congested() {
            return false;
        }
    };

    private final Lane.Office office = new Lane.Office() {
        @Override
        public void demand(Lane lane, int wanted) {
            said.add("demand " + wanted);
        }

        @Override
        public void giveBack(long lease) {
            said.add("return " + lease + " while " + running + " run");
        }

        @Override
        public void blocked(long lease, boolean blocked) {
            said.add(lease + (blocked ? " blocked" : " goes on"));
        }
    };

    private Lane lane(boolean alone) {
        return new Lane(1, alone, office, (_, _, _, _) -> running++, () -> now);
    }

    private void add(Lane lane, int tasks) {
        for (int i = 0; i < tasks; i++) {
            lane.add(new Call(new Entry(1, ++numbers), "task", null, new Arguments(new byte[0], null, null), "", false, 3));
        }
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
    void nothingIsQueuedBehindLongTasksWhileOthersWait() {
        Lane lane = lane(false);
        add(lane, 10);
        lane.granted(7, worker, true);
        end(lane, LONG_TASK);
        assertEquals(1, running);
        lane.wanted(false);
        assertEquals(2, running);
    }
}
