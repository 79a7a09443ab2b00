package dev.troupe.messages;

/// This process as its own worker: message objects are passed on unchanged.
public final class LocalPeer implements Peer {
    private final int process;
    private final Receiver<Message.ToProcess> receiver;

    public LocalPeer(int process, Receiver<Message.ToProcess> receiver) {
        this.process = process;
        this.receiver = receiver;
    }

    @Override
    public int process() {
        return process;
    }

    @Override
    public void send(Message message) {
        receiver.receive(this, (Message.ToProcess) message);
    }

    @Override
    public boolean congested() {
        return false;
    }
}
