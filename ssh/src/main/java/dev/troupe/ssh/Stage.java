package dev.troupe.ssh;

import java.util.Locale;

/// How far the work on a host is.
public enum Stage {
    WAITING, CONNECTING, INSTALLING, STARTING, STOPPING, CHECKING,
    /// It runs a node that this work has started.
    STARTED,
    /// It ran a node of this cluster before.
    ALREADY_RUNNING,
    STOPPED, CHECKED, FAILED;

    /// Whether nothing comes after it.
    public boolean isEnd() {
        return switch (this) {
            case WAITING, CONNECTING, INSTALLING, STARTING, STOPPING, CHECKING -> false;
            case STARTED, ALREADY_RUNNING, STOPPED, CHECKED, FAILED -> true;
        };
    }

    /// In words.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
