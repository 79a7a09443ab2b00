package dev.troupe.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The `start` command.
@Command(
        name = "start",
        description = "Start the head of a cluster, or a node that joins one, in the background on this machine.",
        sortOptions = false,
        footer = {
                "",
                "Examples:",
                "  Start a cluster on this machine:",
                "    troupe start --head --port 6379",
                "  Add another machine; run this there, with the same token in ~/.troupe/token:",
                "    troupe start --address 10.0.0.5:6379",
        })
final class Start extends ShellCommand implements Callable<Integer> {
    @Option(names = "--head", description = "Start the head of a new cluster, and a node.")
    private boolean head;

    @Option(names = {"--address", "--redis-address"}, paramLabel = "HOST:PORT", description = "Join the cluster whose head listens there.")
    private Optional<String> address = Optional.empty();

    @Option(names = {"--port", "--redis-port"}, paramLabel = "PORT",
            description = "Listen on this port. Default for a head: 6379, or another free port.")
    private Optional<Integer> port = Optional.empty();

    @Option(names = "--node-ip-address", paramLabel = "IP",
            description = "Listen on this address of this machine. Default: the first address of its network.")
    private Optional<String> ip = Optional.empty();

    @Option(names = "--num-cpus", paramLabel = "N", description = "Offer N CPUs. Default: all of this machine.")
    private Optional<String> cpus = Optional.empty();

    @Option(names = "--num-gpus", paramLabel = "N", description = "Offer N GPUs. Default: all of this machine.")
    private Optional<String> gpus = Optional.empty();

    @Option(names = "--memory", paramLabel = "SIZE", description = "Offer this much memory, e.g. 8GB.")
    private Optional<String> memory = Optional.empty();

    @Option(names = "--object-store-memory", paramLabel = "SIZE", description = "Use this much memory for large objects, e.g. 2GB.")
    private Optional<String> storeMemory = Optional.empty();

    @Option(names = "--resources", paramLabel = "JSON", description = "Offer other resources, e.g. '{\"fpga\":2}'.")
    private Optional<String> resources = Optional.empty();

    @Option(names = "--labels", paramLabel = "NAME=VALUE", split = ",", description = "Give the node these labels, e.g. zone=a,disk=ssd.")
    private Map<String, String> labels = Map.of();

    @Option(names = "--temp-dir", paramLabel = "DIR", description = "Keep sockets and spilled objects in this directory.")
    private Optional<Path> directory = Optional.empty();

    @Option(names = "--token-file", paramLabel = "FILE",
            description = "Read the token of the cluster from this file, or from standard input if it is '-'. Default: ~/.troupe/token.")
    private Optional<String> tokenFile = Optional.empty();

    @Option(names = "--plain", description = "Do not encrypt connections between machines. All nodes must use this option, or none.")
    private boolean plain;

    @Option(names = "--fence", paramLabel = "SECONDS",
            description = "With --head: a node that the head does not answer for this long ends its work. Default: ${DEFAULT-VALUE}.")
    private int fenceSeconds = 30;

    @Option(names = "--block", description = "Stay in the foreground until Ctrl-C.")
    private boolean block;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (head == address.isPresent()) {
            throw wrong("give either --head, to start a cluster, or --address HOST:PORT, to join one");
        }
        if (address.isPresent() && !address.get().matches("(\\[[0-9a-fA-F:%.]+\\]|[^:/\\s]+):\\d{1,5}")) {
            throw wrong("--address " + address.get() + " is not an address: write HOST:PORT, for example 10.0.0.5:6379");
        }
        if (fenceSeconds < 1) {
            throw wrong("--fence " + fenceSeconds + " is too short: give at least 1 second, or leave it out");
        }
        NodeProcess process = new NodeProcess(RunningNodes.ofThisUser(), out());
        return process.start(new NodeProcess.Order(address, port, ip, offer(), tokenFile, plain, fenceSeconds, block));
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private Map<String, String> offer() {
        Map<String, String> offer = new TreeMap<>();
        cpus.ifPresent(value -> offer.put("num-cpus", value));
        gpus.ifPresent(value -> offer.put("num-gpus", value));
        memory.ifPresent(value -> offer.put("memory", value));
        storeMemory.ifPresent(value -> offer.put("object-store-memory", value));
        resources.ifPresent(value -> offer.put("resources", value));
        directory.ifPresent(value -> offer.put("temp-dir", value.toAbsolutePath().toString()));
        if (!labels.isEmpty()) {
            StringBuilder json = new StringBuilder("{");
            labels.forEach((name, value) -> json.append(json.length() > 1 ? "," : "").append('"').append(escaped(name)).append("\":\"")
                    .append(escaped(value)).append('"'));
            offer.put("labels", json.append('}').toString());
        }
        return offer;
    }
}
