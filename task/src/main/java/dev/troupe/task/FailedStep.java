package dev.troupe.task;

/// Records where an exception was thrown. It is suppressed onto that exception, which therefore keeps its type when `run` throws it.
final class FailedStep extends Exception {
    private static final long serialVersionUID = 1L;

    private FailedStep(String message) {
        super(message, null, false, false);
    }

    /// The exception that `run` throws: an unchecked exception itself, with the place recorded; a checked one wrapped.
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
