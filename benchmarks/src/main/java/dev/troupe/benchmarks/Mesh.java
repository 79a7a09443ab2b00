package dev.troupe.benchmarks;

import dev.troupe.task.Context;
import dev.troupe.task.Delivery;
import dev.troupe.task.Task;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/// One process emits to all others; for two of the measures one of them is stopped (SIGSTOP) for a while.
///
/// Node 0 emits; the others count and report.
final class Mesh {
    private final Task<Context> task;
    private final Signal reports;
    private final Map<Integer, Long> pids = new ConcurrentHashMap<>();
    private final Map<Integer, Double> rates = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Long> counts = new ConcurrentLinkedQueue<>();
    private final Signal pidsKnown;
    private long seen;
    private long firstNanos;

    private Mesh(Task<Context> task) {
        this.task = task;
        this.reports = new Signal(task, "reported");
        this.pidsKnown = new Signal(task, "pid known");
    }

    static void main(String[] args) throws Exception {
        try (Task<Context> task = Task.start()) {
            Mesh mesh = new Mesh(task);
            if (task.router().nodeId() == 0) {
                mesh.lead(args[0], Integer.parseInt(args[1]));
            } else {
                mesh.follow();
            }
        }
    }

    private void lead(String what, int seconds) throws Exception {
        task.on("pid", (Integer node, Long pid) -> pids.put(node, pid));
        task.on("report", (Integer node, Long count, Double rate) -> {
            counts.add(count);
            rates.put(node, rate);
        });
        int peers = task.router().peers().size();
        pidsKnown.await(peers);
        switch (what) {
            case "rate" -> {
                // Ten JIT compilers share the cores at first: only the last round counts.
                for (int round = 0; round < 4; round++) {
                    emitFor(seconds, Delivery.BLOCK);
                    collect(peers);
                }
                Figures.print("mesh." + peers + ".rate", rates.values().stream().mapToDouble(d -> d).min().orElseThrow());
            }
            case "stop-block" -> stopOne(Delivery.BLOCK, seconds, peers);
            case "stop-latest" -> stopOne(Delivery.LATEST, seconds, peers);
            default -> throw new IllegalArgumentException(what);
        }
        task.onlyRemote().emit("leave");
    }

    /// Emits for a while with everybody running, then as long with the last node stopped, then after it goes on.
    private void stopOne(Delivery delivery, int seconds, int peers) throws Exception {
        int victim = peers;
        long before = emitFor(seconds, delivery);
        collect(peers);
        double rateBefore = slowestBut(victim);
        double memoryBefore = ResidentMemory.megabytes();
        signal("STOP", victim);
        Thread waker = Thread.ofPlatform().start(() -> continueAfter(seconds, victim));
        long began = System.nanoTime();
        long during = emitFor(seconds, delivery);
        double took = (System.nanoTime() - began) / 1e9;
        double memoryDuring = ResidentMemory.megabytes();
        waker.join();
        collect(peers);
        String name = "stop." + delivery.name().toLowerCase(java.util.Locale.ROOT);
        Figures.print(name + ".emitted-before", (double) before);
        Figures.print(name + ".emitted-during", (double) during);
        Figures.print(name + ".seconds", took);
        Figures.print(name + ".others-before", rateBefore);
        Figures.print(name + ".others-during", slowestBut(victim));
        Figures.print(name + ".memory-growth-mb", memoryDuring - memoryBefore);
        Figures.print(name + ".least-count", counts.stream().mapToDouble(c -> c).min().orElseThrow());
    }

    private double slowestBut(int victim) {
        return rates.entrySet().stream().filter(e -> e.getKey() != victim).mapToDouble(Map.Entry::getValue).min().orElseThrow();
    }

    private void continueAfter(int seconds, int victim) {
        try {
            TimeUnit.SECONDS.sleep(seconds);
            signal("CONT", victim);
        } catch (InterruptedException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private long emitFor(int seconds, Delivery delivery) {
        byte[] payload = new byte[100];
        var emitter = task.onlyRemote().with(delivery);
        long deadline = System.nanoTime() + seconds * 1_000_000_000L;
        long emitted = 0;
        while (System.nanoTime() < deadline) {
            for (int i = 0; i < 100; i++) {
                emitter.emit("load", (Object) payload);
            }
            emitted += 100;
        }
        return emitted;
    }

    /// Asks everybody what they have seen since the last time.
    private void collect(int peers) throws InterruptedException {
        counts.clear();
        task.onlyRemote().emit("report please");
        reports.await(peers);
    }

    private void follow() throws InterruptedException {
        int node = task.router().nodeId();
        Signal leave = new Signal(task, "leave");
        task.on("load", (byte[] payload) -> {
            if (seen++ == 0) {
                firstNanos = System.nanoTime();
            }
        });
        task.on("report please", () -> {
            task.emit("report", node, seen, (double) seen / ((System.nanoTime() - firstNanos) / 1e9));
            seen = 0;
            reports.give();
        });
        task.onlyRemote().emit("pid", node, ProcessHandle.current().pid());
        pidsKnown.give();
        leave.await();
    }

    private void signal(String name, int node) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(pids.get(node))).inheritIO().start().waitFor();
    }
}
