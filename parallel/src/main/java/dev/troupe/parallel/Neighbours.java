package dev.troupe.parallel;

import dev.troupe.link.Address;
import dev.troupe.link.Identity;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// Where a process stands among its peers.
///
/// @param nodeId its number
/// @param run the number of the run it was started in
/// @param labels what its starter calls it
/// @param door where it waits for others
/// @param dial whom it connects to, in whatever run
/// @param dialHere where those of its own run listen that it connects to
/// @param siblings node ids of those of whose ends its starter tells
/// @param awaited node ids that will connect to it
/// @param discover whether it also links to everybody who can be found through the place where it listens
/// @param distributed whether it was started as one of several
/// @param planned node ids of all that this command or the platform starts, its own included
/// @param patience how long a task waits for all of them at its start
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

    /// One of several, which know each other's addresses.
    Neighbours(int nodeId, Address listen, List<Address> dial, Set<Integer> awaited, Duration patience) {
        this(nodeId, 0, Set.of(), Door.at(listen), dial, List.of(), Set.of(), awaited, false, true, Set.of(), patience);
    }

    /// The same with its door open, and with those found whom it dials in its own run.
    Neighbours met(Door open, List<Address> found) {
        return new Neighbours(nodeId, run, labels, open, dial, found, siblings, awaited, discover, distributed, planned, patience);
    }

    /// The same with one of them found elsewhere.
    Neighbours moved(Address from, Address to) {
        return met(door, dialHere.stream().map(address -> address.equals(from) ? to : address).toList());
    }

    /// Who this process is to its peers: they can tell the runs apart.
    ///
    /// @param life drawn at random
    Identity identity(int life) {
        return new Identity(nodeId, (long) run << RUN | (life & LIFE));
    }

    /// Whether a process was started in the same run. A port that was a sibling's may be another's by now.
    boolean isOfThisRun(Identity peer) {
        return peer.incarnation() >>> RUN == (run & LIFE);
    }

    /// Whether it connects to whoever listens there.
    boolean dials(Address address) {
        return dial.contains(address) || dialHere.contains(address);
    }
}
