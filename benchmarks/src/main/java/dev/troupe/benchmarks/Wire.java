package dev.troupe.benchmarks;

import dev.troupe.task.Context;
import dev.troupe.task.Task;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.CountDownLatch;

/// Two processes: events against a raw socket between the same two processes, in turns, so that the ratio holds on a noisy machine.
///
/// Node 1 sends; node 0 receives and answers.
final class Wire {
    private static final int ROUNDS = 7;

    private final Task<Context> task;
    private final RawSocket raw;
    private final Signal begin;
    private final Signal end;
    private long expected;
    private long seen;
    private CountDownLatch allSeen;

    private Wire(Task<Context> task, RawSocket raw) {
        this.task = task;
        this.raw = raw;
        this.begin = new Signal(task, "begin");
        this.end = new Signal(task, "end");
    }

    /// @param host of node 0; loopback when not said
    static void main(String... host) throws Exception {
        InetAddress at = host.length > 0 ? InetAddress.getByName(host[0]) : InetAddress.getLoopbackAddress();
        try (Task<Context> task = Task.start(); RawSocket raw = RawSocket.between(task, at)) {
            new Wire(task, raw).run();
        }
    }

    private boolean receiver() {
        return task.router().nodeId() == 0;
    }

    private void run() throws Exception {
        task.on("load", (byte[] payload) -> {
            if (++seen == expected) {
                allSeen.countDown();
            }
        });
        RoundTrips.answer(task);
        Figures oneWay = new Figures();
        for (int round = 0; round < ROUNDS; round++) {
            oneWay(100, 3_000_000, oneWay);
            oneWay(10_000, 150_000, oneWay);
        }
        if (receiver()) {
            oneWay.print();
            answerRoundTrips();
        } else {
            measureRoundTrips();
        }
    }

    private void oneWay(int size, int count, Figures figures) throws Exception {
        if (receiver()) {
            figures.addPair("event." + size, raw.receive(size, count), receive(count));
        } else {
            raw.send(size, count);
            send(size, count);
        }
    }

    private double receive(int count) throws InterruptedException {
        expected = count;
        seen = 0;
        allSeen = new CountDownLatch(1);
        begin.give();
        long began = System.nanoTime();
        allSeen.await();
        double rate = count / ((System.nanoTime() - began) / 1e9);
        end.give();
        return rate;
    }

    private void send(int size, int count) throws InterruptedException {
        byte[] payload = new byte[size];
        begin.await();
        for (int i = 0; i < count; i++) {
            task.onlyRemote().emit("load", (Object) payload);
        }
        end.await();
    }

    private void measureRoundTrips() throws IOException, InterruptedException {
        Figures figures = new Figures();
        RoundTrips events = new RoundTrips(task);
        for (int round = 0; round < ROUNDS; round++) {
            figures.addPair("event.roundtrip", raw.ask(20_000).percentile(50), events.measure(20_000).percentile(50));
        }
        figures.print();
        end.give();
    }

    private void answerRoundTrips() throws IOException, InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            raw.answer(20_000);
        }
        end.await();
    }
}
