package dev.troupe.link;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Questions that come back as their own answers, on one channel. One question at a time.
final class Echo {
    private final int channel;
    private final BlockingQueue<byte[]> answers = new LinkedBlockingQueue<>();

    private Echo(int channel) {
        this.channel = channel;
    }

    /// Before either endpoint listens or dials.
    static Echo between(Endpoint asks, Endpoint answers, int channel) {
        Echo echo = new Echo(channel);
        asks.channel(channel, (from, message) -> {
            from.release(channel, message.length);
            echo.answers.add(message);
        });
        answers.channel(channel, (from, message) -> {
            from.release(channel, message.length);
            if (!from.offer(channel, message)) {
                throw new IllegalStateException("no room for an answer of " + message.length + " bytes");
            }
        });
        return echo;
    }

    byte[] ask(Link link, byte[] question) throws InterruptedException {
        link.send(channel, question);
        byte[] answer = answers.poll(20, TimeUnit.SECONDS);
        if (answer == null) {
            throw new AssertionError("no answer of " + question.length + " bytes in time");
        }
        return answer;
    }
}
