package dev.troupe.task;

/// Says where an exception came from: it is suppressed onto the exception, which thereby keeps its type on its way out of `run`.
final class FailedStep extends Exception {
    private static final long serialVersionUID = 1L;

    private FailedStep(String message) {
        super(message, null, false, false);
    }

    /// What `run` shall throw: an unchecked exception as it is, with the place noted; a checked one wrapped.
    static Throwable in(String middleware, long step, Throwable e) {
        String place = "step " + step + ", " + middleware;
        return switch (e) {
            case TaskFailedException failed -> failed;
            case InterruptedException interrupted -> {
                Thread.currentThread().interrupt();
                yield new TaskFailedException(place + ": interrupted", interrupted);
            }
            case RuntimeException unchecked -> noted(unchecked, place);
            case Error error -> noted(error, place);
            default -> new TaskFailedException(place + ": " + e, e);
        };
    }

    private static Throwable noted(Throwable e, String place) {
        e.addSuppressed(new FailedStep("in " + place));
        return e;
    }
}
