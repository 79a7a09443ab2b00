package dev.troupe.node;

/// What the head says to a node about the node itself. Must not block.
public interface Membership {
    /// For a node in the process of the head.
    Membership CERTAIN = new Membership() {
        @Override
        public void beaten(long beat) {}

        @Override
        public void leave(String why) {}
    };

    /// The head has answered a heartbeat.
    void beaten(long beat);

    /// The node should leave the cluster.
    void leave(String why);
}
