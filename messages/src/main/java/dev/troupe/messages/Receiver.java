package dev.troupe.messages;

/// Takes the messages for one process. Called on the threads that read links: must not block.
public interface Receiver {
    void toProcess(Peer from, Message.ToProcess message);

    /// Only a worker gets these.
    default void toWorker(Peer from, Message.ToWorker message) {
        throw unexpected(from, message);
    }

    /// Only the driver gets these.
    default void toDriver(Peer from, Message.ToDriver message) {
        throw unexpected(from, message);
    }

    default void receive(Peer from, Message message) {
        switch (message) {
            case Message.ToProcess it -> toProcess(from, it);
            case Message.ToWorker it -> toWorker(from, it);
            case Message.ToDriver it -> toDriver(from, it);
        }
    }

    private static IllegalArgumentException unexpected(Peer from, Message message) {
        return new IllegalArgumentException("process " + from.process() + " sent a message that this process cannot serve: " + message);
    }
}
