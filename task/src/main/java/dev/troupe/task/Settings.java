package dev.troupe.task;

import dev.troupe.link.Encryption;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What [Parallel] was told. Changed only between being copied and being handed over.
final class Settings implements Cloneable {
    int workers = 1;
    Protocol protocol = Protocol.TCP;
    Optional<String> address = Optional.empty();
    List<Integer> ports = List.of();
    List<Integer> nodeIds = List.of();
    Set<String> labels = Set.of();
    List<String> attachTo = List.of();
    Topology topology = Topology.MESH;
    Optional<Path> tokenFile = Optional.empty();
    Encryption encryption = Encryption.BETWEEN_MACHINES;
    MqType mqType = MqType.LINK;
    Optional<String> redisHost = Optional.empty();
    Optional<Integer> redisPort = Optional.empty();
    Optional<String> group = Optional.empty();
    Duration startupInterval = Duration.ZERO;
    boolean autoRecover;
    int maxRetries = Integer.MAX_VALUE;
    Optional<Platform> platform = Optional.empty();
    Optional<String> platformSpec = Optional.empty();
    boolean traceEvents;
    boolean debug;
    Duration connectTimeout = Duration.ofSeconds(60);
    List<String> jvmOptions = List.of();
    Map<Integer, Set<String>> labelsOf = Map.of();
    Optional<PrintStream> out = Optional.empty();
    Optional<PrintStream> err = Optional.empty();

    Settings copy() {
        try {
            return (Settings) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
