package dev.troupe.parallel;

import dev.troupe.link.Loss;

/// How a peer went, and who is told what of it.
///
/// @param taskOpen whether its task was open when it was last heard of
/// @param closing whether this process itself ends
record Parting(int node, Loss loss, boolean taskOpen, boolean closing) {
    /// What listeners are told.
    sealed interface News {}

    /// It closed its task and ended in good order.
    record Left(int node) implements News {}

    /// Its task was open, or nobody knows.
    record Lost(int node, String reason) implements News {}

    /// This process ends itself.
    record Nothing() implements News {}

    /// It said goodbye in the middle of its task. Who is told our goodbye answers at once, with a task that is still open.
    boolean early() {
        return !closing && loss.goodbye() && taskOpen;
    }

    /// For listeners. A process that ends hears nothing of the others any more: it left them, not they it.
    News news() {
        if (closing) {
            return new Nothing();
        }
        return loss.goodbye() && !taskOpen ? new Left(node) : new Lost(node, reason());
    }

    /// Whether a peer that may still live did not get what was sent to it, because this process ends.
    boolean leftBehind() {
        return closing && loss.messagesLost() > 0 && switch (loss.ending()) {
            case CLOSED, GIVEN_UP, OUT_OF_REACH -> true;
            case GOODBYE, PROCESS_ENDED, REPLACED -> false;
        };
    }

    /// Whether it is a loss, which is logged with what did not arrive, and counted. Who closed its task wanted nothing more.
    boolean isLoss() {
        return !loss.goodbye() || early();
    }

    /// For the log.
    String line() {
        return line(reason());
    }

    /// For the log, by somebody who knows better why.
    String line(String reason) {
        String lost = "node " + node + " lost: " + reason;
        return loss.messagesLost() == 0 ? lost : lost + "; " + undelivered("to it");
    }

    /// For the user, when something is left behind.
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
