package dev.troupe.link;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// The sending ends of all channels: the senders that wait for room, and those to notify of room after a rejected offer. Guarded by the lock of its
/// [Outbound], unless stated otherwise.
final class Outlets {
    private final ReentrantLock lock;
    private final Ring ring;
    private final Consumer<Runnable> guard;
    private final Outlet[] outlets = new Outlet[Frame.CHANNELS];
    private int waiting;
    /// The channels on which an offer was rejected, as bits. Changes under the lock.
    private volatile int refused;
    private boolean over;

    /// @param guard calls the code of the link's user
    Outlets(ReentrantLock lock, Ring ring, Consumer<Runnable> guard, int window) {
        this.lock = lock;
        this.ring = ring;
        this.guard = guard;
        for (int i = 0; i < outlets.length; i++) {
            outlets[i] = new Outlet(i, window, lock.newCondition());
        }
    }

    Outlet at(int channel) {
        return outlets[channel];
    }

    @SuppressWarnings("WaitNotInLoop") // the callers loop
    void await(Outlet outlet) throws InterruptedException {
        outlet.waiting++;
        waiting++;
        try {
            outlet.room.await();
        } finally {
            outlet.waiting--;
            waiting--;
        }
    }

    /// Wakes the senders that wait for room on a channel.
    void signal(Outlet outlet) {
        if (outlet.waiting > 0) {
            outlet.room.signalAll();
        }
    }

    /// Wakes all waiting senders.
    void signalAll() {
        if (waiting > 0) {
            for (Outlet outlet : outlets) {
                signal(outlet);
            }
        }
    }

    void refuse(Outlet outlet) {
        refused |= 1 << outlet.channel;
    }

    /// There will never be room again: notifies everyone.
    void end() {
        over = true;
        signalAll();
    }

    /// Outside the lock: notifies those whose offer was rejected and who may find room now. A rejection stays recorded until there is an action to
    /// call.
    void tellRoom() {
        for (int bits = refused; bits != 0; bits &= bits - 1) {
            Runnable action = told(outlets[Integer.numberOfTrailingZeros(bits)]);
            if (action != null) {
                guard.accept(action);
            }
        }
    }

    private Runnable told(Outlet outlet) {
        lock.lock();
        try {
            int bit = 1 << outlet.channel;
            boolean room = over || (outlet.admits(1) && ring.fits(Frame.MAX_BODY));
            if ((refused & bit) == 0 || outlet.onRoom == null || !room) {
                return null;
            }
            refused &= ~bit;
            return outlet.onRoom;
        } finally {
            lock.unlock();
        }
    }
}
