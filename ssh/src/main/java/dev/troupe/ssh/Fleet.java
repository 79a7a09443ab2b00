package dev.troupe.ssh;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// Many hosts at once, but not too many.
final class Fleet {
    private Fleet() {}

    /// Does the work on each host. Returns what it returned, in the order of the hosts.
    ///
    /// @param parallel how many hosts at once
    static <R> List<R> onEach(List<Host> hosts, int parallel, Function<Host, R> work) {
        Semaphore free = new Semaphore(parallel);
        List<Future<R>> all;
        try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("troupe-ssh-", 0).factory())) {
            all = hosts.stream().map(host -> threads.submit(() -> {
                free.acquire();
                try {
                    return work.apply(host);
                } finally {
                    free.release();
                }
            })).toList();
        }
        return all.stream().map(Fleet::result).toList();
    }

    private static <R> R result(Future<R> one) {
        if (one.state() == Future.State.FAILED) {
            throw new IllegalStateException("the work on a host failed", one.exceptionNow());
        }
        return one.resultNow();
    }
}
