package dev.troupe.node;

import dev.troupe.head.ProcessKey;
import dev.troupe.head.StartFailure;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// A watcher that can be asked.
final class Observer implements NodeWatcher {
    private final Map<ProcessKey, CompletableFuture<Long>> started = new ConcurrentHashMap<>();
    private final Map<ProcessKey, CompletableFuture<HowItEnded>> ended = new ConcurrentHashMap<>();
    private final Map<ProcessKey, CompletableFuture<String>> failed = new ConcurrentHashMap<>();
    private final Map<ProcessKey, StartFailure> causes = new ConcurrentHashMap<>();

    @Override
    public void started(ProcessKey process, long pid) {
        of(started, process).complete(pid);
    }

    @Override
    public void failed(ProcessKey process, String why, StartFailure cause) {
        causes.put(process, cause);
        of(failed, process).complete(why);
        of(ended, process).completeExceptionally(new AssertionError("failed: " + why));
    }

    @Override
    public void ended(ProcessKey process, HowItEnded how) {
        of(ended, process).complete(how);
        of(failed, process).completeExceptionally(new AssertionError(how.text()));
    }

    private static <T> CompletableFuture<T> of(Map<ProcessKey, CompletableFuture<T>> map, ProcessKey process) {
        return map.computeIfAbsent(process, _ -> new CompletableFuture<>());
    }

    long pid(int process) throws Exception {
        return of(started, new ProcessKey(process)).get(60, TimeUnit.SECONDS);
    }

    HowItEnded end(int process) throws Exception {
        return of(ended, new ProcessKey(process)).get(60, TimeUnit.SECONDS);
    }

    /// Of one that has failed.
    StartFailure cause(int process) {
        return causes.get(new ProcessKey(process));
    }

    String failure(int process) throws Exception {
        return of(failed, new ProcessKey(process)).get(60, TimeUnit.SECONDS);
    }
}
