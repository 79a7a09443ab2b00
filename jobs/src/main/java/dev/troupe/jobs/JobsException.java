package dev.troupe.jobs;

/// Something asked of [Jobs] could not be done. The message is one line for the user, with the next step.
public final class JobsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public JobsException(String sentence) {
        super(sentence);
    }

    public JobsException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
