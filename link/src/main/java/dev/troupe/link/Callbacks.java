package dev.troupe.link;

import java.time.Duration;
import java.util.Objects;

/// Calls the code of the link's user. Exceptions there do not end the link; they are logged.
final class Callbacks {
    private final int nodeId;
    private final LinkWatcher watcher;
    private final Complaints complaints;
    private final Receiver[] receivers = new Receiver[Frame.CHANNELS];

    /// @param nodeId this node's id, for messages
    Callbacks(int nodeId, LinkWatcher watcher, Complaints complaints) {
        this.nodeId = nodeId;
        this.watcher = Objects.requireNonNull(watcher);
        this.complaints = complaints;
    }

    void receiver(int channel, Receiver receiver) {
        receivers[Frame.checked(channel)] = Objects.requireNonNull(receiver);
    }

    void deliver(Link link, int channel, byte[] message) {
        Receiver receiver = receivers[channel];
        if (receiver == null) {
            complain("dropped a message from node " + link.peer().nodeId() + " for channel " + channel + ": the channel has no receiver");
            link.release(channel, message.length);
            return;
        }
        try {
            receiver.message(link, message);
        } catch (RuntimeException e) {
            complaints.log("the receiver of channel " + channel + " failed on a message from node " + link.peer().nodeId(), e);
        }
    }

    void up(Link link) {
        guarded(link, "up", () -> watcher.up(link));
    }

    void cut(Link link, String why) {
        guarded(link, "cut", () -> watcher.cut(link, why));
    }

    void resumed(Link link) {
        guarded(link, "resumed", () -> watcher.resumed(link));
    }

    void delayed(Link link, long messages, Duration patience) {
        guarded(link, "delayed", () -> watcher.delayed(link, messages, patience));
    }

    void lost(Link link, Loss loss) {
        guarded(link, "lost", () -> watcher.lost(link, loss));
    }

    /// There may be room again on a channel.
    void room(Link link, Runnable action) {
        guarded(link, "onRoom", action);
    }

    void complain(String message) {
        complaints.log("node " + nodeId + " " + message);
    }

    private void guarded(Link link, String what, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            complaints.log(what + " of the " + link + " failed", e);
        }
    }
}
