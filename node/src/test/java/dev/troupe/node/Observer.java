package dev.troupe.node;

import dev.troupe.head.ProcessKey;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// A watcher that can be asked.
final class Observer implements NodeWatcher {
    private final Map<ProcessKey, CompletableFuture<Long>> started = new ConcurrentHashMap<>();
    private final Map<ProcessKey, CompletableFuture<HowItEnded>> ended = new ConcurrentHashMap<>();
    private final Map<ProcessKey, CompletableFuture<String>> failed = new ConcurrentHashMap<>();
    private final Set<ProcessKey> lastingly = ConcurrentHashMap.newKeySet();

    @Override
    public void started(ProcessKey process, long pid) {
        of(started, process).complete(pid);
    }

    @Override
    public void failed(ProcessKey process, String why, boolean lasting) {
        if (lasting) {
            lastingly.add(process);
        }
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
    boolean failedLastingly(int process) {
        return lastingly.contains(new ProcessKey(process));
    }

    String failure(int process) throws Exception {
        return of(failed, new ProcessKey(process)).get(60, TimeUnit.SECONDS);
    }
}
