package dev.troupe.parallel;

import dev.troupe.link.Loss;

/// How a peer left, and what listeners and the log are told about it.
///
/// @param taskOpen whether its task was open in its last announcement
/// @param closing whether this process itself is ending
record Parting(int node, Loss loss, boolean taskOpen, boolean closing) {
    /// What listeners are told.
    sealed interface News {}

    /// It closed its task and ended normally.
    record Left(int node) implements News {}

    /// Its task was open, or its state is unknown.
    record Lost(int node, String reason) implements News {}

    /// This process itself is ending.
    record Nothing() implements News {}

    /// It said goodbye during its task. A peer that receives our goodbye answers at once, even with an open task.
    boolean early() {
        return !closing && loss.goodbye() && taskOpen;
    }

    /// For listeners. A process that is ending is not told about the others, because it left them.
    News news() {
        if (closing) {
            return new Nothing();
        }
        return loss.goodbye() && !taskOpen ? new Left(node) : new Lost(node, reason());
    }

    /// Whether a peer that may still be alive did not receive messages because this process ends.
    boolean leftBehind() {
        return closing && loss.messagesLost() > 0 && switch (loss.ending()) {
            case CLOSED, GIVEN_UP, OUT_OF_REACH -> true;
            case GOODBYE, PROCESS_ENDED, REPLACED -> false;
        };
    }

    /// Whether this is a loss, which is logged with the undelivered messages and counted. A peer that closed its task expected nothing more.
    boolean isLoss() {
        return !loss.goodbye() || early();
    }

    /// For the log.
    String line() {
        return line(reason());
    }

    /// For the log, with a more precise reason.
    String line(String reason) {
        String lost = "node " + node + " lost: " + reason;
        return loss.messagesLost() == 0 ? lost : lost + "; " + undelivered("to it");
    }

    /// For the user, if messages were not delivered.
    String lastWords() {
        return undelivered("to node " + node) + ": " + loss.reason();
    }

    private String undelivered(String toWhom) {
        return "up to " + Numbers.counted(loss.messagesLost(), "message") + " " + toWhom + (loss.messagesLost() == 1 ? " was" : " were")
                + " not delivered";
    }

    private String reason() {
        return early() ? "it left while its task was open" : loss.reason();
    }
}
