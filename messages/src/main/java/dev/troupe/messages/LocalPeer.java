package dev.troupe.messages;

/// This very process as its own worker: messages are handed over as they are.
public final class LocalPeer implements Peer {
    private final int process;
    private Receiver receiver;

    public LocalPeer(int process) {
        this.process = process;
    }

    public void connect(Receiver to) {
        receiver = to;
    }

    @Override
    public int process() {
        return process;
    }

    @Override
    public void send(Message message) {
        receiver.receive(this, message);
    }

    @Override
    public boolean congested() {
        return false;
    }
}
