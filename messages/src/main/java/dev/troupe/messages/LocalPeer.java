package dev.troupe.messages;

/// This process itself: message objects are passed on unchanged.
public final class LocalPeer implements Peer {
    private final int process;
    private final Receiver<Message> receiver;

    public LocalPeer(int process, Receiver<Message> receiver) {
        this.process = process;
        this.receiver = receiver;
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
