package dev.troupe.link;

import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/// Logs what goes wrong, but not without end: whoever sends rubbish must not fill the disk.
final class Complaints {
    private static final System.Logger LOG = System.getLogger("dev.troupe.link");
    private static final int MOST_PER_SECOND = 10;

    private long second;
    private int logged;
    private long kept;

    void log(String message) {
        log(message, null);
    }

    synchronized void log(String message, Throwable cause) {
        long now = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
        if (now != second) {
            second = now;
            logged = 0;
        }
        if (logged >= MOST_PER_SECOND) {
            kept++;
            return;
        }
        logged++;
        String text = kept == 0 ? message : message + " (and " + kept + " more that were not logged)";
        kept = 0;
        LOG.log(Level.WARNING, text, cause);
    }
}
