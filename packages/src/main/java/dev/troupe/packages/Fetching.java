package dev.troupe.packages;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Brings packages into the cache. However many threads ask for the same package at once, it is fetched once, and all of them wait for it. If that fails,
/// it fails for all who named the same source; the next call tries again.
///
/// Thread-safe.
public final class Fetching {
    private static final int AT_ONCE = 8;
    private static final int CHUNK = 1 << 18;

    private final PackageCache cache;
    private final Map<PackageId, Flight> flights = new ConcurrentHashMap<>();

    /// A fetch under way.
    ///
    /// @param end fails with an [IOException]
    private record Flight(PackageSource source, CompletableFuture<Void> end) {}

    public Fetching(PackageCache cache) {
        this.cache = cache;
    }

    /// Waits until the package is here.
    ///
    /// @param source is asked only if the package is not in the cache
    /// @throws IOException with a message for the user
    public PinnedPackage fetch(CodePackage wanted, PackageSource source) throws IOException, InterruptedException {
        while (true) {
            Optional<PinnedPackage> here = cache.pin(wanted);
            if (here.isPresent()) {
                return here.get();
            }
            Flight flight = join(wanted, source);
            try {
                flight.end().get();
            } catch (ExecutionException e) {
                if (flight.source() == source) {
                    throw new IOException(e.getCause().getMessage(), e.getCause());
                }
                // The source of another caller failed, e.g. because its driver died. Ours may still answer.
            }
        }
    }

    /// Waits until all packages are here.
    ///
    /// @throws IOException with a message for the user, about one of them
    public PinnedCode fetch(List<CodePackage> wanted, PackageSource source) throws IOException, InterruptedException {
        List<Future<PinnedPackage>> pins = new ArrayList<>();
        // It ends when all of its threads have ended, which is at once after an interrupt.
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().name("troupe-packages-", 0).factory())) {
            wanted.forEach(one -> pins.add(threads.submit(() -> fetch(one, source))));
        }
        if (pins.stream().allMatch(pin -> pin.state() == Future.State.SUCCESS)) {
            return new PinnedCode(pins.stream().map(Future::resultNow).toList());
        }
        pins.stream().filter(pin -> pin.state() == Future.State.SUCCESS).forEach(pin -> pin.resultNow().close());
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Throwable first = pins.stream().filter(pin -> pin.state() == Future.State.FAILED).findFirst().orElseThrow().exceptionNow();
        throw new IOException(first.getMessage(), first);
    }

    /// The fetch has its own thread, so that it goes on for the others if one who waits is interrupted.
    private Flight join(CodePackage wanted, PackageSource source) {
        Flight mine = new Flight(source, new CompletableFuture<>());
        Flight other = flights.putIfAbsent(wanted.id(), mine);
        if (other != null) {
            return other;
        }
        Thread.ofVirtual().name("troupe-fetch " + wanted.name()).start(() -> {
            Optional<IOException> failure = failure(wanted, source);
            flights.remove(wanted.id());
            failure.ifPresentOrElse(mine.end()::completeExceptionally, () -> mine.end().complete(null));
        });
        return mine;
    }

    private Optional<IOException> failure(CodePackage wanted, PackageSource source) {
        try {
            Optional<PinnedPackage> here = cache.pin(wanted); // it may have arrived since the caller looked
            if (here.isPresent()) {
                here.get().close();
            } else {
                transfer(wanted, source);
            }
            return Optional.empty();
        } catch (IOException | RuntimeException | Error e) {
            String why = e instanceof IOException && e.getMessage() != null ? e.getMessage() : e.toString();
            return Optional.of(new IOException(wanted + " could not be fetched: " + why, e));
        }
    }

    /// A source that breaks off is asked for the rest, as long as it gave anything since it was asked last.
    private void transfer(CodePackage wanted, PackageSource source) throws IOException {
        try (Incoming incoming = cache.receive(wanted)) {
            Optional<IOException> broken = Optional.empty();
            long before = -1;
            while (incoming.position() < wanted.bytes() && incoming.position() > before) {
                before = incoming.position();
                broken = copy(source, wanted.id(), incoming);
            }
            if (incoming.position() < wanted.bytes() && broken.isPresent()) {
                throw broken.get();
            }
            incoming.finish().close();
        }
    }

    /// @return why the source broke off
    private static Optional<IOException> copy(PackageSource source, PackageId id, Incoming to) throws IOException {
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = source.open(id, to.position())) {
            while (true) {
                int read;
                try {
                    read = in.read(chunk);
                } catch (IOException e) {
                    return Optional.of(e);
                }
                if (read < 0) {
                    return Optional.empty();
                }
                to.write(chunk, 0, read);
            }
        }
    }
}
