package dev.troupe.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The living processes of a cluster: on which node each is, and where it listens.
final class Processes {
    /// @param agent the number of its node, and of the agent there
    /// @param address where processes of other nodes dial it; empty if it dials them
    record Located(int agent, String address) {}

    private final Map<Integer, Located> all = new ConcurrentHashMap<>();

    void add(int process, int agent, String address) {
        all.put(process, new Located(agent, address));
    }

    Optional<Located> find(int process) {
        return Optional.ofNullable(all.get(process));
    }

    /// Returns false if it was not there.
    boolean remove(int process) {
        return all.remove(process) != null;
    }

    /// The processes of a node, including its agent.
    List<Integer> of(int agent) {
        return all.entrySet().stream().filter(one -> one.getValue().agent == agent).map(Map.Entry::getKey).sorted().toList();
    }

    /// The agents of all nodes.
    List<Integer> agents() {
        return all.entrySet().stream().filter(one -> one.getValue().agent == one.getKey()).map(Map.Entry::getKey).sorted().toList();
    }
}
