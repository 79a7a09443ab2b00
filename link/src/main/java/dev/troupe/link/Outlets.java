package dev.troupe.link;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// The sending ends of all channels: who waits for room, and who wants to be told of it after a refusal. Guarded by the lock of its
/// [Outbound], except where it says otherwise.
final class Outlets {
    private final ReentrantLock lock;
    private final Ring ring;
    private final Consumer<Runnable> guard;
    private final Outlet[] outlets = new Outlet[Frame.CHANNELS];
    private int waiting;
    /// The channels on which an offer was refused, as bits. Changes under the lock.
    private volatile int refused;
    private boolean over;

    /// @param guard calls code of the link's user
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

    /// Those who wait for room on a channel look again.
    void signal(Outlet outlet) {
        if (outlet.waiting > 0) {
            outlet.room.signalAll();
        }
    }

    /// Whoever waits for anything looks again.
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

    /// There will never be room: everybody is told.
    void end() {
        over = true;
        signalAll();
    }

    /// Outside the lock: calls those whose offer was refused and who may find room now. A refusal stays noted until there is someone
    /// to tell.
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
