package dev.troupe.messages;

import dev.troupe.link.Link;
import dev.troupe.link.LinkLostException;
import dev.troupe.transport.Address;
import dev.troupe.values.Output;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// Another process. Messages for which there is no room, and messages sent before the link is up, wait here in order.
public final class LinkPeer implements Peer {
    static final int CHANNEL = 1;
    private static final int KEPT_BUFFER = 256 << 10;

    private final int process;
    private final MessageCodec codec;
    private final Runnable room;
    private final Deque<Message> waiting = new ArrayDeque<>();
    private Output out = new Output(1024);
    private Link link;
    private final Object hearing = new Object();
    private boolean silenced;
    private volatile boolean congested;
    private volatile Address dialled;

    /// @param room called when it is no longer congested
    LinkPeer(int process, MessageCodec codec, Runnable room) {
        this.process = process;
        this.codec = codec;
        this.room = room;
    }

    @Override
    public int process() {
        return process;
    }

    void dialled(Address address) {
        dialled = address;
    }

    /// The address at which it was dialled.
    Optional<Address> dialled() {
        return Optional.ofNullable(dialled);
    }

    /// A message from it arrived.
    void receive(byte[] bytes, Receivers receivers) {
        synchronized (hearing) {
            if (!silenced) {
                Message message = codec.read(bytes);
                if (message instanceof Message.ToProcess call) { // nearly all messages
                    receivers.process().receive(this, call);
                } else {
                    receivers.receive(this, message);
                }
            }
        }
    }

    /// Once this returns, no message from it is handled any more.
    void silence() {
        synchronized (hearing) {
            silenced = true;
        }
    }

    void connect(Link to) {
        synchronized (this) {
            link = to;
        }
        to.onRoom(CHANNEL, this::drain);
        drain();
    }

    synchronized Link link() {
        return link;
    }

    @Override
    public synchronized void send(Message message) {
        if (link == null || !waiting.isEmpty() || !offer(message)) {
            waiting.add(message);
            congested = true;
        }
    }

    private boolean offer(Message message) {
        if (out.array().length > KEPT_BUFFER) {
            out = new Output(1024);
        }
        out.clear();
        codec.write(message, out);
        try {
            boolean accepted = link.offer(CHANNEL, out.array(), 0, out.length());
            if (!accepted) {
                codec.undo();
            }
            return accepted;
        } catch (LinkLostException e) {
            return true; // the process is not there to receive it; the head reports the consequences
        }
    }

    private void drain() {
        synchronized (this) {
            while (!waiting.isEmpty() && offer(waiting.peekFirst())) {
                waiting.pollFirst();
            }
            congested = !waiting.isEmpty();
            if (congested) {
                return;
            }
        }
        room.run();
    }

    @Override
    public boolean congested() {
        return congested;
    }
}
