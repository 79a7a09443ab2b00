package dev.troupe.messages;

/// Who takes the messages that come to one process, by their families.
///
/// @param process takes what any process gets
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
