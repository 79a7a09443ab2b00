package dev.troupe.task;

/// A setting, or a combination of settings, that is invalid. The message is a sentence for the user.
public final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public SettingException(String message) {
        super(message);
    }

    public SettingException(String message, Throwable cause) {
        super(message, cause);
    }
}
