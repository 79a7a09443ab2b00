package dev.troupe.runtime;

/// This very process as its own worker: messages are handed over as they are.
final class LocalPeer implements Peer {
    private final int process;
    private Engine engine;

    LocalPeer(int process) {
        this.process = process;
    }

    void connect(Engine to) {
        engine = to;
    }

    @Override
    public int process() {
        return process;
    }

    @Override
    public void send(Message message) {
        engine.receive(this, message);
    }

    @Override
    public boolean congested() {
        return false;
    }
}
