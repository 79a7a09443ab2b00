package dev.troupe.link;

import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Logs problems at a limited rate: a peer that sends invalid data cannot fill the disk, and a peer that is refused every second is reported once a
/// minute.
final class Complaints {
    private static final int MOST_PER_SECOND = 10;
    private static final int SAME_AGAIN_SECONDS = 60;
    private static final int MOST_REMEMBERED = 1000;
    /// Each attempt of a stranger comes from a different port.
    private static final Pattern PORT = Pattern.compile(":\\d+");

    private long second;
    private int logged;
    private long kept;
    private final Map<String, Long> saidAt = new HashMap<>();

    void log(String message) {
        log(message, null);
    }

    synchronized void log(String message, Throwable cause) {
        long now = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
        if (now != second) {
            second = now;
            logged = 0;
        }
        if (logged >= MOST_PER_SECOND || saidLately(message, now)) {
            kept++;
            return;
        }
        logged++;
        String text = kept == 0 ? message : message + " (and " + kept + " more that were not logged)";
        kept = 0;
        System.getLogger("dev.troupe.link").log(Level.WARNING, text, cause);
    }

    private boolean saidLately(String message, long now) {
        if (saidAt.size() >= MOST_REMEMBERED) {
            saidAt.clear();
        }
        String same = PORT.matcher(message).replaceAll("");
        Long before = saidAt.get(same);
        boolean lately = before != null && now - before < SAME_AGAIN_SECONDS;
        if (!lately) {
            saidAt.put(same, now);
        }
        return lately;
    }
}
