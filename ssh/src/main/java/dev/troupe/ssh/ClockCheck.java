package dev.troupe.ssh;

import dev.troupe.text.Durations;
import java.time.Duration;
import java.util.Optional;

/// Certificates of links are valid for a time, and logs of several machines are read together.
record ClockCheck() implements Check {
    private static final Duration NOTICEABLE = Duration.ofSeconds(2);
    private static final Duration TOO_MUCH = Duration.ofMinutes(5);

    @Override
    public Optional<Finding> of(Facts facts) {
        return facts.one("time").map(_ -> {
            Duration difference = facts.ahead().abs();
            String sentence = "its clock is " + Durations.text(Duration.ofSeconds(difference.toSeconds()))
                    + (facts.ahead().isNegative() ? " behind" : " ahead of")
                    + " the one here; turn on its time service: timedatectl set-ntp true";
            return difference.compareTo(TOO_MUCH) > 0 ? Finding.problem("clock", sentence)
                    : difference.compareTo(NOTICEABLE) > 0 ? Finding.warning("clock", sentence)
                    : Finding.ok("clock", "agrees with the one here");
        });
    }
}
