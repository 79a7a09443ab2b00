package dev.troupe.store;

import java.lang.System.Logger.Level;

/// What goes wrong without being anybody's error. The logger is made when it is needed: that takes longer than opening a store.
final class Warning {
    private Warning() {}

    static void log(String message, Throwable cause) {
        System.getLogger("dev.troupe.store").log(Level.WARNING, message, cause);
    }
}
