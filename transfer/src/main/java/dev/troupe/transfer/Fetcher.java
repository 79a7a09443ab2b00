package dev.troupe.transfer;

import dev.troupe.link.BusyException;
import dev.troupe.link.ByteStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32C;

/// One stream from one source of a [Pull], and the thread that reads it: asks for a chunk that is still wanted, receives it into the store, verifies it.
final class Fetcher implements Runnable {
    /// Read and verified at once, so that the bytes are verified while they are in the cache.
    private static final int PIECE = 256 << 10;
    private static final int MOST_PEERS = 1 << 16;

    private final Pull pull;
    private final Source source;
    private final Request.Fetch request;
    private final Holding holding;
    private final Pull.Opener opener;
    private final Thread thread;
    private ByteStream stream;
    private boolean cancelled;
    private boolean gaveWay;

    Fetcher(Pull pull, Source source, Request.Fetch request, Holding holding, Pull.Opener opener) {
        this.pull = pull;
        this.source = source;
        this.request = request;
        this.holding = holding;
        this.opener = opener;
        this.thread = Thread.ofPlatform().daemon()
                .name("troupe node " + request.puller() + " pulls " + request.object() + " from node " + source.node).unstarted(this);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        try (ByteStream opened = opener.open(source.node, request)) {
            if (begin(opened)) {
                fetch(opened, new Talk(opened));
            }
        } catch (BusyException e) {
            pull.busy(source);
        } catch (NodeGoneException e) {
            pull.unreachable(source);
        } catch (IOException | RuntimeException e) {
            failed(e);
        } catch (InterruptedException e) {
            pull.failed(source, "interrupted");
        } finally {
            pull.ended(this, source);
        }
    }

    private synchronized boolean begin(ByteStream opened) {
        stream = opened;
        return !cancelled;
    }

    private void failed(Exception e) {
        if (givesWay()) {
            pull.slow(source);
        } else {
            pull.failed(source, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private synchronized boolean givesWay() {
        return gaveWay;
    }

    private void fetch(ByteStream from, Talk talk) throws IOException, InterruptedException {
        int node = talk.hear();
        int state = talk.hear();
        if (node != source.node) {
            throw new IOException("node " + node + " answers at " + from.remote() + " now");
        }
        if (state != Talk.HERE) {
            pull.lacks(source);
            return;
        }
        while (pull.needs(this, source)) {
            if (pull.peersDue(source)) {
                pull.found(peers(talk));
            }
            BitSet wanted = pull.wanted(this);
            if (wanted.isEmpty()) {
                return;
            }
            talk.say(Talk.ASK).say(wanted).send();
            int chunk = talk.hear();
            if (chunk == Talk.GONE) {
                throw new EOFException("it gave the object up");
            }
            if (chunk != Talk.NOTHING_YET && pull.take(chunk, this)) {
                receive(chunk, from, talk);
            }
        }
    }

    private static List<Integer> peers(Talk talk) throws IOException {
        talk.say(Talk.PEERS).send();
        int count = talk.hear();
        if (count < 0 || count > MOST_PEERS) {
            throw new IOException("it named " + count + " peers");
        }
        List<Integer> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(talk.hear());
        }
        return nodes;
    }

    private void receive(int chunk, ByteStream from, Talk talk) throws IOException {
        boolean verified = false;
        try {
            talk.say(Talk.TAKE).say(chunk).send();
            int length = talk.hear();
            int sum = talk.hear();
            ByteBuffer bytes = holding.buffer(chunk);
            if (length != bytes.remaining()) {
                throw new IOException("chunk " + chunk + " has " + length + " bytes there and " + bytes.remaining() + " here");
            }
            CRC32C crc = new CRC32C();
            for (int at = 0; at < length; at += PIECE) {
                ByteBuffer piece = bytes.slice(at, Math.min(PIECE, length - at));
                from.readFully(piece);
                crc.update(piece.flip());
            }
            if ((int) crc.getValue() != sum) {
                throw new IOException("chunk " + chunk + " arrived damaged: its CRC32C is " + Integer.toHexString((int) crc.getValue())
                        + " instead of " + Integer.toHexString(sum));
            }
            verified = true;
            pull.arrived(chunk, sum, source);
        } finally {
            if (!verified) {
                pull.giveBack(chunk);
            }
        }
    }

    /// Ends the stream, because another source offers the chunk that this one is slow with.
    void giveWay() {
        synchronized (this) {
            gaveWay = true;
        }
        cancel();
    }

    /// Ends the stream, from any thread.
    void cancel() {
        ByteStream open;
        synchronized (this) {
            cancelled = true;
            open = stream;
        }
        if (open != null) {
            open.close();
        }
    }

    /// Dialling a node that does not answer takes as long as a handshake may; nothing is written to the object in the meantime, so nobody waits for it.
    void awaitEnd() {
        boolean interrupted = false;
        while (writing() && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean writing() {
        return stream != null;
    }
}
