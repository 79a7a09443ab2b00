package dev.troupe.parallel;

import dev.troupe.transport.Address;
import dev.troupe.transport.Identity;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// The place of a process among its peers.
///
/// @param nodeId its node id
/// @param run the number of the run it was started in
/// @param labels its labels from the launcher
/// @param door where it accepts links
/// @param dial the addresses it dials, in any run
/// @param dialHere the addresses of the workers of its own run that it dials
/// @param siblings node ids of the workers whose end the launcher reports
/// @param awaited node ids of the processes that will dial it
/// @param discover whether it also links to all processes that can be found through the address where it listens
/// @param distributed whether it was started as one of several
/// @param planned node ids of all processes that this command or the platform starts, including its own
/// @param patience how long a task waits for all of them when it starts
record Neighbours(int nodeId, int run, Set<String> labels, Door door, List<Address> dial, List<Address> dialHere, Set<Integer> siblings,
        Set<Integer> awaited, boolean discover, boolean distributed, Set<Integer> planned, Duration patience) {
    private static final int RUN = 32;
    private static final long LIFE = 0xffffffffL;

    Neighbours {
        labels = Set.copyOf(labels);
        dial = List.copyOf(dial);
        dialHere = List.copyOf(dialHere);
        siblings = Set.copyOf(siblings);
        awaited = Set.copyOf(awaited);
        planned = Set.copyOf(planned);
    }

    /// One of several processes that know each other's addresses.
    Neighbours(int nodeId, Address listen, List<Address> dial, Set<Integer> awaited, Duration patience) {
        this(nodeId, 0, Set.of(), Door.at(listen), dial, List.of(), Set.of(), awaited, false, true, Set.of(), patience);
    }

    /// The same with an open door, and with the addresses it dials in its own run.
    Neighbours met(Door open, List<Address> found) {
        return new Neighbours(nodeId, run, labels, open, dial, found, siblings, awaited, discover, distributed, planned, patience);
    }

    /// The same with a new address for one of them.
    Neighbours moved(Address from, Address to) {
        return met(door, dialHere.stream().map(address -> address.equals(from) ? to : address).toList());
    }

    /// The identity of this process for its peers, from which they can tell runs apart.
    ///
    /// @param life a random number
    Identity identity(int life) {
        return new Identity(nodeId, (long) run << RUN | (life & LIFE));
    }

    /// Whether a process was started in the same run. Another run may use a sibling's former port by now.
    boolean isOfThisRun(Identity peer) {
        return peer.incarnation() >>> RUN == (run & LIFE);
    }

    /// Whether it dials that address.
    boolean dials(Address address) {
        return dial.contains(address) || dialHere.contains(address);
    }
}
