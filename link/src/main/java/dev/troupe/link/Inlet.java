package dev.troupe.link;

import dev.troupe.transport.NonsenseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// The receiving end of one channel: assembles messages and counts how much of our window is used.
final class Inlet {
    private final int window;
    private final int maxMessage;
    private final AtomicLong consumed = new AtomicLong();
    private volatile long announced;
    private volatile long delivered;
    private List<byte[]> parts = List.of();
    private long partBytes;

    Inlet(int window, int maxMessage) {
        this.window = window;
        this.maxMessage = maxMessage;
    }

    /// A piece of an incomplete message. Memory grows with the bytes that arrive, not with an announced size.
    void part(byte[] part) throws NonsenseException {
        if (part.length == 0) {
            throw new NonsenseException("it sent an empty part of a message");
        }
        check(part.length);
        if (parts.isEmpty()) {
            parts = new ArrayList<>();
        }
        parts.add(part);
        partBytes += part.length;
    }

    /// The last or only piece; returns the whole message.
    byte[] complete(byte[] last) throws NonsenseException {
        check(last.length);
        if (partBytes == 0) {
            return last;
        }
        byte[] whole = new byte[(int) partBytes + last.length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, whole, at, part.length);
            at += part.length;
        }
        System.arraycopy(last, 0, whole, at, last.length);
        parts = List.of();
        partBytes = 0;
        return whole;
    }

    private void check(int more) throws NonsenseException {
        if (partBytes + more > maxMessage) {
            throw new NonsenseException("it sent a message of more than " + maxMessage + " bytes");
        }
    }

    /// A message is about to be handed to the receiver.
    void deliver(int bytes) throws NonsenseException {
        long cost = Outlet.cost(bytes);
        long before = delivered;
        if (!Outlet.admits(before - consumed.get(), cost, window)) {
            throw new NonsenseException("it sent more than its window of " + window + " bytes allows");
        }
        delivered = before + cost;
    }

    /// The receiver has consumed messages; returns true when the sender should be told.
    boolean release(int messages, long bytes) {
        long now = consumed.addAndGet(bytes + (long) messages * Outlet.OVERHEAD);
        if (now > delivered) {
            consumed.addAndGet(-bytes - (long) messages * Outlet.OVERHEAD);
            throw new IllegalStateException("released more than was received; release each message once, with its length");
        }
        if (now - announced < window / 4) {
            return false;
        }
        announced = now;
        return true;
    }

    /// The number to send to the sender.
    long consumed() {
        long now = consumed.get();
        announced = now;
        return now;
    }

    boolean unannounced() {
        return consumed.get() != announced;
    }

    boolean used() {
        return delivered != 0;
    }
}
