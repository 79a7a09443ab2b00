package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.link.Strangers.Verdict;
import dev.troupe.transport.Connection;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrangersTest {
    private static final Verdict WELCOME = new Verdict.Welcome();
    private static final Verdict TURNED_AWAY = new Verdict.TurnedAway();

    private long now = 1;
    private final Strangers strangers = new Strangers(() -> now);
    private int count;

    /// A connection from a machine, and nothing else.
    private record From(String machine, int number) implements Connection {
        @Override
        public int read(ByteBuffer into) {
            return -1;
        }

        @Override
        public void write(ByteBuffer from) {}

        @Override
        public byte[] binding() {
            return new byte[0];
        }

        @Override
        public String remote() {
            return machine + " " + number;
        }

        @Override
        public void close() {}
    }

    private Connection from(String machine) {
        return new From(machine, count++);
    }

    private List<Connection> fill(String machine, int places) {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < places; i++) {
            all.add(from(machine));
            assertEquals(WELCOME, strangers.admit(all.getLast()));
        }
        return all;
    }

    private void aMomentLater() {
        now += Strangers.UNDISTURBED.toNanos();
    }

    @Test
    void theMachineThatHoldsTheMostLosesItsOldest() {
        fill("modest", 2);
        List<Connection> greedy = fill("greedy", Strangers.MOST_UNKNOWN - 2);
        aMomentLater();
        assertEquals(new Verdict.InsteadOf(greedy.get(0)), strangers.admit(from("newcomer")));
        assertEquals(new Verdict.InsteadOf(greedy.get(1)), strangers.admit(from("modest")));
        assertEquals(new Verdict.InsteadOf(greedy.get(2)), strangers.admit(from("greedy")));
    }

    @Test
    void eachHasAMomentWhoeverElseComes() {
        fill("greedy", Strangers.MOST_UNKNOWN);
        assertEquals(TURNED_AWAY, strangers.admit(from("greedy")));
        assertEquals(TURNED_AWAY, strangers.admit(from("newcomer")));
        now += Strangers.UNDISTURBED.toNanos() - 1;
        assertEquals(TURNED_AWAY, strangers.admit(from("newcomer")));
        now++;
        assertEquals(Verdict.InsteadOf.class, strangers.admit(from("newcomer")).getClass());
    }

    @Test
    void somePlacesAreKeptForMachinesFromWhichAPeerHasCome() {
        Connection peer = from("friend");
        strangers.admit(peer);
        strangers.proven(peer);
        fill("greedy", Strangers.MOST_UNKNOWN);
        List<Connection> friends = fill("friend", Strangers.MOST - Strangers.MOST_UNKNOWN);
        assertEquals(TURNED_AWAY, strangers.admit(from("newcomer")));
        aMomentLater();
        assertEquals("greedy", ((Verdict.InsteadOf) strangers.admit(from("friend"))).oldest().machine());
        assertEquals(WELCOME.getClass(), aPlaceLeftBy(friends.getFirst()).getClass());
    }

    private Verdict aPlaceLeftBy(Connection one) {
        strangers.leave(one);
        return strangers.admit(from("friend"));
    }

    @Test
    void whoLeavesOrHasProvenItselfHoldsNoPlace() {
        List<Connection> all = fill("a", Strangers.MOST_UNKNOWN);
        strangers.leave(all.get(0));
        assertEquals(WELCOME, strangers.admit(from("b")));
        strangers.proven(all.get(1));
        assertEquals(WELCOME, strangers.admit(from("b")));
    }

    @Test
    void whereManyAreThereAnUnknownMachineHasLittleTime() {
        Connection peer = from("friend");
        Duration most = Duration.ofSeconds(10);
        assertEquals(most, strangers.patience(from("newcomer"), most));
        strangers.proven(peer);
        fill("greedy", Strangers.MANY);
        assertEquals(Strangers.LITTLE_PATIENCE, strangers.patience(from("newcomer"), most));
        assertEquals(Duration.ofMillis(400), strangers.patience(from("newcomer"), Duration.ofMillis(400)));
        assertEquals(most, strangers.patience(peer, most));
    }
}
