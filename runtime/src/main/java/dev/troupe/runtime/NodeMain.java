package dev.troupe.runtime;

import dev.troupe.link.LinkOptions;
import dev.troupe.node.NodeSettings;
import dev.troupe.transport.Address;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Token;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The process that `troupe start` leaves in the background: a node of a cluster and, with `--head`, its head. A node that the head has declared lost
/// joins again, as a new node.
public final class NodeMain {
    private static final Logger LOG = System.getLogger("dev.troupe.runtime");
    private static final long PACKAGE_LIMIT = 10L << 30;
    private static final Duration JOIN_PATIENCE = Duration.ofSeconds(15);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Map<String, String> said;
    private final Path state;
    private volatile ClusterNode node;
    private volatile boolean stopped;

    private NodeMain(Map<String, String> said) {
        this.said = said;
        this.state = Path.of(said.get("state"));
    }

    /// Runs until it is stopped.
    ///
    /// @param args `name=value` each: head=host:port (absent: this process has the head), ip, port, token, state, logs, fence, plain
    public static void main(String[] args) throws Exception {
        Map<String, String> said = new HashMap<>();
        for (String arg : args) {
            said.put(arg.substring(0, arg.indexOf('=')), arg.substring(arg.indexOf('=') + 1));
        }
        try {
            new NodeMain(said).run();
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("troupe start: " + e.getMessage());
            System.exit(1); // with what the node registered to be removed
        }
    }

    private void run() throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "troupe-stop"));
        node = open();
        announce();
        while (!stopped) {
            String why = node.awaitEnd();
            if (node.isLeaving()) {
                LOG.log(Level.INFO, "this node leaves the cluster: {0}", why);
                System.exit(0);
            }
            if (!stopped) {
                LOG.log(Level.WARNING, "this node has left the cluster: {0}; its workers are ended, and it joins again", why);
                node.close();
                node = rejoined();
                announce();
            }
        }
    }

    private ClusterNode rejoined() throws InterruptedException {
        while (true) {
            try {
                return open();
            } catch (IOException e) {
                LOG.log(Level.WARNING, "this node cannot join yet: {0}", e.getMessage());
                Thread.sleep(PAUSE);
            }
        }
    }

    private void stop() {
        stopped = true;
        ClusterNode running = node;
        if (running != null) {
            running.close();
        }
        try {
            Files.deleteIfExists(NodeFile.of(state, ProcessHandle.current().pid()));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the state file could not be removed: {0}", e.toString());
        }
    }

    private ClusterNode open() throws IOException {
        Settings settings = Settings.read();
        Path tokenFile = Path.of(said.get("token"));
        LinkOptions links = LinkOptions.defaults();
        if (said.containsKey("plain")) {
            links = links.withEncryption(Encryption.NEVER);
        }
        NodeSettings place = OwnNode.settings(settings).loggingTo(Path.of(said.get("logs")));
        return new ClusterNode(new ClusterNodeSettings(Optional.ofNullable(said.get("head")).map(text -> Address.parse("tcp://" + text)),
                said.getOrDefault("ip", Machine.address()), Integer.parseInt(said.getOrDefault("port", "0")), tokenFile,
                Token.load(tokenFile), links, settings.node(), place, Version.text(), Duration.parse(said.getOrDefault("fence", "PT30S")),
                JOIN_PATIENCE, PACKAGE_LIMIT));
    }

    private void announce() throws IOException {
        String head = said.getOrDefault("head", node.address().toString().replaceFirst("^tcp://", ""));
        new NodeFile(ProcessHandle.current().pid(), Instant.now(), !said.containsKey("head"), head, node.address().host(), node.seat(0),
                Path.of(said.get("logs"))).write(state);
    }
}
