package dev.troupe.parallel;

import dev.troupe.task.SettingException;
import java.util.List;
import java.util.stream.IntStream;

/// Numbers in settings and messages: lists that may be counted up from one number, and counts with a noun.
final class Numbers {
    private Numbers() {}

    /// One number for each worker: counted up from the only one, or as listed.
    static List<Integer> each(String what, List<Integer> given, int workers) {
        if (given.size() == 1) {
            return countUp(what, given.getFirst(), workers);
        }
        if (given.size() != workers) {
            throw new SettingException(given.size() + " " + what + " " + given + " for " + counted(workers, "worker")
                    + ": give one, from which the others are counted up, or one for each");
        }
        return given;
    }

    static List<Integer> countUp(String what, int from, int count) {
        return IntStream.range(0, count).mapToObj(i -> after(what, from, i)).toList();
    }

    /// The number that follows another at this distance.
    static int after(String what, int from, long steps) {
        if (from + steps > Integer.MAX_VALUE) {
            throw new SettingException(what + " counted up from " + from + " go beyond " + Integer.MAX_VALUE
                    + ", the largest number possible: begin with a smaller one");
        }
        return (int) (from + steps);
    }

    /// Such as `1 message` or `2 messages`.
    static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
