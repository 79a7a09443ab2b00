package dev.troupe.transfer;

import dev.troupe.link.ByteStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Sends chunks to a node that pulls an object, on the thread of its stream.
final class Serving {
    private final Tracker tracker;
    private final TransferOptions options;
    private final Random random;
    private final Semaphore uploads;
    private final AtomicLong sent = new AtomicLong();

    Serving(Tracker tracker, TransferOptions options, Random random) {
        this.tracker = tracker;
        this.options = options;
        this.random = random;
        this.uploads = new Semaphore(options.uploads(), true);
    }

    /// Until the puller closes the stream.
    void serve(ByteStream stream, Talk talk, Request.Fetch fetch, Holding holding) throws IOException, InterruptedException {
        int offered = -1;
        for (int command = talk.command(); command >= 0; command = talk.command()) {
            switch (command) {
                case Talk.PEERS -> peers(talk, fetch);
                case Talk.ASK -> {
                    var wanted = talk.hearSet();
                    if (offered >= 0) {
                        holding.withdraw(offered);
                    }
                    offered = holding.offer(wanted, options.patience().toNanos());
                    talk.say(offered).send();
                }
                case Talk.TAKE -> {
                    int chunk = talk.hear();
                    if (chunk != offered || chunk < 0) {
                        throw new IOException("node " + fetch.puller() + " takes chunk " + chunk + ", but was offered " + offered);
                    }
                    offered = -1;
                    send(stream, talk, holding, chunk);
                }
                default -> throw new IOException("node " + fetch.puller() + " sent the unknown command " + command);
            }
        }
    }

    private void peers(Talk talk, Request.Fetch fetch) throws IOException {
        List<Integer> peers = tracker.peers(fetch.object().id(), fetch.puller(), options.streams(), random);
        talk.say(peers.size());
        peers.forEach(talk::say);
        talk.send();
    }

    private void send(ByteStream stream, Talk talk, Holding holding, int chunk) throws IOException, InterruptedException {
        boolean first = uploads.tryAcquire(options.queued().toNanos(), TimeUnit.NANOSECONDS);
        try {
            talk.say(holding.length(chunk)).say(holding.sum(chunk)).send();
            holding.send(chunk, stream);
            sent.addAndGet(holding.length(chunk));
        } finally {
            if (first) {
                uploads.release();
            }
        }
    }

    long sent() {
        return sent.get();
    }
}
