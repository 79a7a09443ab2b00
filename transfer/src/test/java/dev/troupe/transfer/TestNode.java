package dev.troupe.transfer;

import dev.troupe.link.Endpoint;
import dev.troupe.link.LinkOptions;
import dev.troupe.link.LinkWatcher;
import dev.troupe.link.StreamHandler;
import dev.troupe.store.ObjectStore;
import dev.troupe.store.Place;
import dev.troupe.transport.Address;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A node with a store of its own, in this JVM.
final class TestNode implements Nodes, AutoCloseable {
    static final int READER = 1000;
    static final int CHUNK = 64 << 10;
    private static final Token TOKEN = Token.of("secret of the tests");
    private static final AtomicInteger NAMES = new AtomicInteger();

    /// Where the nodes of one test listen. Who is not in it is gone.
    static final class Cluster {
        final Map<Integer, Address> addresses = new ConcurrentHashMap<>();
        final Path folder;
        TransferOptions options = TransferOptions.defaults().withChunk(CHUNK).withStall(Duration.ofMillis(500));
        LinkOptions links = LinkOptions.defaults();
        String address = "mem://transfers";
        long capacity = 64 << 20;

        Cluster(Path folder) {
            this.folder = folder;
        }

        TestNode node(int number) throws IOException {
            return new TestNode(this, number);
        }
    }

    private final Cluster cluster;
    private final int number;
    final Endpoint endpoint;
    final ObjectStore store;
    final Transfers transfers;

    private TestNode(Cluster cluster, int number) throws IOException {
        this.cluster = cluster;
        this.number = number;
        this.endpoint = new Endpoint(new Identity(100 + number, number), TOKEN, cluster.links, LinkWatcher.NONE);
        Path spill = cluster.folder.resolve("spill-" + number);
        this.store = ObjectStore.open(ObjectStore.sharedMemory(cluster.capacity, cluster.folder), "transfer", cluster.capacity, spill);
        this.transfers = new Transfers(endpoint, store, this, cluster.options, System::nanoTime, new Random(number));
        endpoint.onStream(64, transfers);
        listen();
    }

    private void listen() throws IOException {
        String on = cluster.address.startsWith("mem") ? cluster.address + NAMES.incrementAndGet() : cluster.address;
        cluster.addresses.put(number, endpoint.listen(Address.parse(on)));
    }

    /// Serves its streams in another way.
    TestNode serving(StreamHandler handler) {
        endpoint.onStream(64, handler);
        return this;
    }

    @Override
    public int self() {
        return number;
    }

    @Override
    public Optional<Address> address(int node) {
        return Optional.ofNullable(cluster.addresses.get(node));
    }

    /// Puts an object with random bytes of this seed.
    ObjectName put(int bytes, long seed) throws IOException {
        Place place = store.allocate(bytes, READER);
        MemorySegment.copy(noise(bytes, seed), 0, store.segment(place), ValueLayout.JAVA_BYTE, 0, bytes);
        store.seal(place.id());
        return new ObjectName(number, place.id());
    }

    static byte[] noise(int bytes, long seed) {
        byte[] noise = new byte[bytes];
        new Random(seed).nextBytes(noise);
        return noise;
    }

    /// Pulls an object and compares it.
    void pullAndCompare(ObjectName name, int bytes, long seed) throws IOException, InterruptedException {
        Place place = transfers.pull(name, bytes, READER);
        try {
            MemorySegment there = store.segment(place);
            if (there.byteSize() != bytes || there.mismatch(MemorySegment.ofArray(noise(bytes, seed))) >= 0) {
                throw new AssertionError(name + " arrived changed");
            }
        } finally {
            store.unpin(place.id(), READER);
        }
    }

    /// As if it was killed: nobody answers at its address any more.
    void kill() {
        endpoint.close(Duration.ofMillis(1));
    }

    /// Everybody knows that it is gone.
    void lose() {
        kill();
        cluster.addresses.remove(number);
    }

    @Override
    public void close() throws IOException {
        endpoint.close(Duration.ofMillis(1));
        transfers.close();
        store.close();
    }
}
