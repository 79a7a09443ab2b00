package dev.troupe.link;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/// Requests of ours that the peer has not answered yet.
final class Requests {
    private final ConcurrentMap<Long, CompletableFuture<byte[]>> open = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();
    private volatile LinkLostException over;

    CompletableFuture<byte[]> request(Outbound outbound, int channel, byte[] message) {
        long number = last.incrementAndGet();
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        open.put(number, answer);
        try {
            outbound.intake().send(Frame.REQUEST, channel, number, message, 0, message.length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(number, e);
        } catch (LinkLostException e) {
            fail(number, e);
        }
        LinkLostException lost = over;
        if (lost != null) {
            fail(number, lost);
        }
        return answer;
    }

    private void fail(long number, Exception why) {
        CompletableFuture<byte[]> answer = open.remove(number);
        if (answer != null) {
            answer.completeExceptionally(why);
        }
    }

    void answered(byte kind, long number, byte[] message) throws NonsenseException {
        CompletableFuture<byte[]> answer = open.remove(number);
        if (answer == null) {
            throw new NonsenseException("it answered request " + number + ", which was never asked");
        }
        if (kind == Frame.REPLY) {
            answer.complete(message);
        } else {
            answer.completeExceptionally(new RemoteFailureException(new String(message, StandardCharsets.UTF_8)));
        }
    }

    void end(String why) {
        over = new LinkLostException(why);
        for (Long number : open.keySet()) {
            fail(number, over);
        }
    }
}
