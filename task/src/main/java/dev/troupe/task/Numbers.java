package dev.troupe.task;

import java.util.List;
import java.util.stream.IntStream;

/// Lists where one number stands for itself and those after it.
final class Numbers {
    private Numbers() {}

    /// One number for each worker: counted up from the only one, or as listed.
    static List<Integer> each(String what, List<Integer> given, int workers) {
        if (given.size() == 1) {
            return countUp(given.getFirst(), workers);
        }
        if (given.size() != workers) {
            throw new SettingException(given.size() + " " + what + " " + given + " for " + workers
                    + (workers == 1 ? " worker" : " workers") + ": name one, which is counted up, or one for each");
        }
        return given;
    }

    static List<Integer> countUp(int from, int count) {
        return IntStream.range(from, from + count).boxed().toList();
    }
}
