package dev.troupe.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.troupe.link.Endpoint;
import dev.troupe.link.LinkOptions;
import dev.troupe.link.LinkWatcher;
import dev.troupe.store.ObjectStore;
import dev.troupe.store.Place;
import dev.troupe.transfer.Nodes;
import dev.troupe.transfer.ObjectName;
import dev.troupe.transfer.TransferOptions;
import dev.troupe.transfer.Transfers;
import dev.troupe.transport.Address;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/// A process with an object store, which does what [NodeProcess] tells it on its standard input, and answers each line with one.
public final class ObjectNode implements Nodes {
    private static final int READER = 1;

    private final int number;
    private final Map<Integer, Address> addresses = new ConcurrentHashMap<>();
    private final ObjectStore store;
    private final Transfers transfers;
    private final RawTransfer raw;

    private ObjectNode(int number, String host, Encryption encryption, long capacity, Path folder) throws Exception {
        this.number = number;
        Endpoint endpoint = new Endpoint(new Identity(number, ProcessHandle.current().pid()), Token.of("the token of a benchmark"),
                LinkOptions.defaults().withEncryption(encryption), LinkWatcher.NONE);
        store = ObjectStore.open(ObjectStore.sharedMemory(capacity, folder), "benchmark", capacity,
                Files.createTempDirectory(folder, "spill"));
        transfers = new Transfers(endpoint, store, this, TransferOptions.defaults(), System::nanoTime, new Random());
        endpoint.onStream(64, transfers);
        addresses.put(number, endpoint.listen(Address.tcp(host, 0)));
        raw = new RawTransfer(store.file(), folder, host);
    }

    /// Arguments: the number of the node, the address it listens on, which connections are encrypted, bytes of its store, and a folder for files.
    public static void main(String[] args) throws Exception {
        ObjectNode node = new ObjectNode(Integer.parseInt(args[0]), args[1], Encryption.valueOf(args[2]), Long.parseLong(args[3]),
                Path.of(args[4]));
        IO.println(node.addresses.get(node.number) + " " + node.raw.port());
        try (node.store; BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                IO.println(node.obey(line.split(" ", -1)));
            }
        }
        System.exit(0);
    }

    private String obey(String... words) throws Exception {
        return switch (words[0]) {
            case "knows" -> {
                addresses.put(Integer.parseInt(words[1]), Address.parse(words[2]));
                yield "ok";
            }
            case "put" -> put(Long.parseLong(words[1]));
            case "pull" ->
                    seconds(() -> pull(new ObjectName(Integer.parseInt(words[1]), Long.parseLong(words[2])), Long.parseLong(words[3])));
            case "drop" -> String.valueOf(transfers.shed(Long.MAX_VALUE));
            case "raw" -> seconds(() -> raw.receive(words[1].equals("tls"), words[2], Integer.parseInt(words[3]), Long.parseLong(words[4]),
                    Long.parseLong(words[5])));
            case "cpu" -> String.valueOf(((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime());
            case "sent" -> String.valueOf(transfers.stats().sent());
            default -> throw new IllegalArgumentException(String.join(" ", words));
        };
    }

    /// Answers with its id and its place in the file of the store.
    private String put(long bytes) throws IOException {
        Place place = store.allocate(bytes, READER);
        store.segment(place).fill((byte) 7);
        store.seal(place.id());
        return place.id() + " " + place.offset();
    }

    private void pull(ObjectName name, long bytes) throws Exception {
        store.unpin(transfers.pull(name, bytes, READER).id(), READER);
    }

    private interface Work {
        void run() throws Exception;
    }

    private static String seconds(Work work) throws Exception {
        long began = System.nanoTime();
        work.run();
        return String.valueOf((System.nanoTime() - began) / 1e9);
    }

    @Override
    public int self() {
        return number;
    }

    @Override
    public Optional<Address> address(int node) {
        return Optional.ofNullable(addresses.get(node));
    }
}
