package dev.troupe.systemtests;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// A second way between two of the [Hosts], on which this process hands on every packet, or does not: it loses, doubles, delays, reorders
/// and alters them as its [Weather] says.
final class BadWire implements AutoCloseable {
    private static final String DEVICE = "wire";
    private static final int LOOK_AROUND_MILLIS = 50;
    /// The first byte stays as it is: without the version of IP a device takes no packet.
    private static final int VERSION_BITS = 8;

    private final List<Tun> ends;
    private final List<Thread> carriers;
    private final ScheduledExecutorService late = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    private final AtomicLong altered = new AtomicLong();
    private volatile Weather weather = Weather.FINE;
    private volatile boolean closed;

    private BadWire(List<Tun> ends, long seed) {
        this.ends = ends;
        carriers = List.of(carry(ends.get(0), ends.get(1), new Random(seed)), carry(ends.get(1), ends.get(0), new Random(~seed)));
    }

    /// Between host 0 and host 1.
    static BadWire between(Hosts hosts, long seed) throws IOException, InterruptedException {
        var first = Tun.in(hosts.name(0), DEVICE);
        var second = Tun.in(hosts.name(1), DEVICE);
        for (int host = 0; host < 2; host++) {
            Hosts.ip("-n", hosts.name(host), "address", "add", address(host), "peer", address(1 - host), "dev", DEVICE);
            Hosts.ip("-n", hosts.name(host), "link", "set", DEVICE, "up");
        }
        return new BadWire(List.of(first, second), seed);
    }

    /// Of a host on this wire.
    static String address(int host) {
        return "10.78.0." + (host + 1);
    }

    void weather(Weather now) {
        weather = now;
    }

    /// How many packets arrived other than they were sent, with a right checksum.
    long forged() {
        return altered.get();
    }

    private Thread carry(Tun from, Tun to, Random random) {
        return Thread.ofPlatform().daemon().start(() -> {
            while (!closed) {
                try {
                    var packet = from.read(LOOK_AROUND_MILLIS);
                    if (packet.length > 0) handOn(packet, to, random);
                } catch (IOException e) {
                    // a host whose device is gone, at the end of the test
                    return;
                }
            }
        });
    }

    private void handOn(byte[] packet, Tun to, Random random) throws IOException {
        var now = weather;
        if (random.nextDouble() < now.loss()) return;
        var arrives = packet;
        if (random.nextDouble() < now.noise()) arrives = Packet.disturbed(packet, random.nextInt(VERSION_BITS, packet.length * 8));
        int payload = Packet.payload(packet);
        if (payload < packet.length && random.nextDouble() < now.forgery()) {
            arrives = Packet.forged(packet, random.nextInt(payload * 8, packet.length * 8));
            altered.incrementAndGet();
        }
        for (int times = random.nextDouble() < now.twice() ? 2 : 1; times > 0; times--) {
            if (random.nextDouble() < now.delayed()) {
                var delayed = arrives;
                var _ = late.schedule(() -> {
                    if (!closed) to.write(delayed);
                    return null;
                }, random.nextInt(now.delayMillis() + 1), TimeUnit.MILLISECONDS);
            } else {
                to.write(arrives);
            }
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        late.shutdownNow();
        try {
            for (var carrier : carriers) carrier.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (var end : ends) end.close();
    }
}
