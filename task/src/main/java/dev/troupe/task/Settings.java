package dev.troupe.task;

import dev.troupe.transport.Encryption;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The settings of [Parallel], for the [Launcher]. They change only between being copied and being passed on.
public final class Settings implements Cloneable {
    public int workers = 1;
    public Protocol protocol = Protocol.TCP;
    public Optional<String> address = Optional.empty();
    public List<Integer> ports = List.of();
    public List<Integer> nodeIds = List.of();
    public Set<String> labels = Set.of();
    public List<String> attachTo = List.of();
    public Topology topology = Topology.MESH;
    public Optional<Path> tokenFile = Optional.empty();
    public Encryption encryption = Encryption.BETWEEN_MACHINES;
    public MqType mqType = MqType.LINK;
    public Optional<String> redisHost = Optional.empty();
    public Optional<Integer> redisPort = Optional.empty();
    public Optional<String> group = Optional.empty();
    public Duration startupInterval = Duration.ZERO;
    public boolean autoRecover;
    public int maxRetries = Integer.MAX_VALUE;
    public Optional<Platform> platform = Optional.empty();
    public Optional<String> platformSpec = Optional.empty();
    public boolean traceEvents;
    public boolean debug;
    public Duration connectTimeout = Duration.ofSeconds(60);
    public List<String> jvmOptions = List.of();
    public Map<Integer, Set<String>> labelsOf = Map.of();
    public Optional<PrintStream> out = Optional.empty();
    public Optional<PrintStream> err = Optional.empty();

    Settings copy() {
        try {
            return (Settings) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
