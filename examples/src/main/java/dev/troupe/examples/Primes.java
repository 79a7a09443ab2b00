package dev.troupe.examples;

import dev.troupe.task.Parallel;
import dev.troupe.task.Router;
import java.util.List;
import java.util.stream.IntStream;

/// A result from every process: each counts the primes of its share, and the caller adds them up.
public final class Primes {
    private static final int BELOW = 100_000;

    private Primes() {}

    public static void main(String[] args) {
        List<Integer> counts = Parallel.workers(3).call(Primes::count);
        IO.println(counts.stream().mapToInt(Integer::intValue).sum() + " primes, found by " + counts.size() + " processes");
    }

    /// The same from the shell, where each process prints its own part.
    static void play() {
        IO.println("found " + count());
    }

    /// The share of this process: all of it when there is no other.
    static int count() {
        Router here = Router.current();
        int from = BELOW * here.nodeId() / here.size();
        int to = BELOW * (here.nodeId() + 1) / here.size();
        return (int) IntStream.range(from, to).filter(Primes::isPrime).count();
    }

    private static boolean isPrime(int n) {
        return n > 1 && IntStream.iterate(2, d -> d * d <= n, d -> d + 1).allMatch(d -> n % d != 0);
    }
}
