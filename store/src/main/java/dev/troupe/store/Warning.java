package dev.troupe.store;

import java.lang.System.Logger.Level;

/// Logs problems that are no caller's fault. The logger is created when it is first needed, because that takes longer than opening a store.
final class Warning {
    private Warning() {}

    static void log(String message, Throwable cause) {
        System.getLogger("dev.troupe.store").log(Level.WARNING, message, cause);
    }
}
