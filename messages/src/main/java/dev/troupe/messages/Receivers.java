package dev.troupe.messages;

/// The receivers of the messages to one process, by their families.
///
/// @param process receives the messages for any process
public record Receivers(Receiver<Message.ToProcess> process, Receiver<Message.ToWorker> worker, Receiver<Message.ToDriver> driver) {

    public static Receivers ofWorker(Receiver<Message.ToProcess> process, Receiver<Message.ToWorker> worker) {
        return new Receivers(process, worker, Receivers::unexpected);
    }

    public static Receivers ofDriver(Receiver<Message.ToProcess> process, Receiver<Message.ToDriver> driver) {
        return new Receivers(process, Receivers::unexpected, driver);
    }

    private static void unexpected(Peer from, Message message) {
        throw new IllegalArgumentException("process " + from.process() + " sent a message that this process cannot serve: " + message);
    }
}
