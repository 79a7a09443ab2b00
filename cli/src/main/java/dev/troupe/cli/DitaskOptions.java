package dev.troupe.cli;

import dev.troupe.task.MqType;
import dev.troupe.task.Parallel;
import dev.troupe.task.Platform;
import dev.troupe.task.Program;
import dev.troupe.task.Protocol;
import dev.troupe.task.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The words of the `ditask` command line. What is null was not said, so that [Parallel] or the platform decides.
final class DitaskOptions {
    @Option(names = "--package", paramLabel = "PATH", defaultValue = ".",
            description = "Directory, jar or zip with the code. Default: the current directory.")
    Path location;

    @Option(names = "--main", paramLabel = "CLASS.METHOD",
            description = "Static method to run; the last dot splits class and method. It takes nothing or String[]. "
                    + "Default: main of the package's main class.")
    String main;

    @Option(names = "--parallel-workers", paramLabel = "N", defaultValue = "1",
            description = "Processes to start here. Default: ${DEFAULT-VALUE}.")
    int parallelWorkers;

    @Option(names = "--protocol", paramLabel = "NAME", defaultValue = "tcp",
            description = "tcp, or ipc for Unix domain sockets within one machine. Default: ${DEFAULT-VALUE}.")
    Protocol protocol;

    @Option(names = "--address", paramLabel = "HOST",
            description = "Address to listen on, no port. Default: this host's outward address, and 127.0.0.1.")
    String address;

    @Option(names = "--ports", paramLabel = "PORT", split = ",",
            description = "One port, counted up per worker, or a list. Default: 50515 and up; where those are taken higher ones, "
                    + "which are printed.")
    List<Integer> ports;

    @Option(names = "--node-ids", paramLabel = "ID", split = ",",
            description = "One id, counted up per worker (and per rank, under a platform), or a list. Default: 0 and up.")
    List<Integer> nodeIds;

    @Option(names = "--labels", paramLabel = "LABEL", split = ",",
            description = "Labels of these workers, e.g. learner,evaluator. Default: none.")
    List<String> labels;

    @Option(names = "--attach-to", paramLabel = "HOST:PORT", split = ",", description = "Other workers to connect to. Default: none.")
    List<String> attachTo;

    @Option(names = "--topology", paramLabel = "NAME", defaultValue = "mesh",
            description = "mesh: each connects to all before it; star: each to the first; alone: only to --attach-to, which adds to "
                    + "any topology. Default: ${DEFAULT-VALUE}.")
    Topology topology;

    @Option(names = "--token-file", paramLabel = "FILE",
            description = "File with the secret all workers share. Default: TROUPE_TOKEN, else ~/.troupe/token, made at first use.")
    Path tokenFile;

    @Option(names = "--tls",
            description = "Encrypt TCP connections within this machine, too. On all workers or on none. "
                    + "Default: only those between machines are encrypted.")
    boolean tls;

    @Option(names = "--plain",
            description = "Encrypt nothing, also between machines: whoever can change what the network carries can then run code "
                    + "in the workers. On all workers or on none.")
    boolean plain;

    @Option(names = "--mq-type", paramLabel = "NAME", defaultValue = "link",
            description = "What carries the events: link, direct connections, or redis. Default: ${DEFAULT-VALUE}.")
    MqType mqType;

    @Option(names = "--redis-host", paramLabel = "HOST", description = "Host of the Redis server, with --mq-type redis.")
    String redisHost;

    @Option(names = "--redis-port", paramLabel = "PORT", description = "Port of the Redis server. Default: 6379.")
    Integer redisPort;

    @Option(names = "--group", paramLabel = "NAME",
            description = "Name of the run: only workers of the same group link. Default: class and method of the main.")
    String group;

    @Option(names = "--startup-interval", paramLabel = "SECONDS", description = "Wait between two starts here. Default: 0.")
    Duration startupInterval;

    @Option(names = "--auto-recover",
            description = "Run main again when it throws; start the process again, same node id, when it dies. Default: off.")
    boolean autoRecover;

    @Option(names = "--max-retries", paramLabel = "N",
            description = "How often at most a worker is recovered, with --auto-recover. Default: no limit.")
    Integer maxRetries;

    @Option(names = "--platform", paramLabel = "NAME",
            description = "k8s, slurm or none: take address, ids, ports and peers from the environment. "
                    + "Default: k8s when DI_NODES and DI_RANK are set, else none.")
    Platform platform;

    @Option(names = "--platform-spec", paramLabel = "JSON", description = "What each rank is, as JSON or a file with it: "
            + "{\"tasks\":[{\"labels\":\"learner\",\"node_ids\":10, \"ports\":50515,\"attach_to\":\"$node.11\"}]}, "
            + "one entry per rank; $node.N is the address of node id N. Default: none.")
    String platformSpec;

    @Option(names = "--connect-timeout", paramLabel = "SECONDS",
            description = "How long workers wait for each other at the start. Default: 60.")
    Duration connectTimeout;

    @Option(names = "--trace-events", description = "Print every event sent and received, with peers and sizes. Default: off.")
    boolean traceEvents;

    @Option(names = Shell.DEBUG, description = "Print where each worker listens, and where an error comes from. Default: off.")
    boolean debug;

    @Option(names = "--jvm-options", paramLabel = "OPTION", split = " ",
            description = "For the JVM of each worker, e.g. \"-Xmx4g -ea\". Default: none.")
    List<String> jvmOptions;

    @Parameters(paramLabel = "ARG", description = "Arguments for a main that takes String[]; after -- when they begin with a dash.")
    List<String> arguments;

    Program program() {
        var program = Program.in(location);
        if (main != null) program = program.main(main);
        if (arguments != null) program = program.arguments(arguments);
        return program;
    }

    Parallel parallel() {
        var parallel = Parallel.workers(parallelWorkers).protocol(protocol).topology(topology).mqType(mqType)
                .autoRecover(autoRecover).traceEvents(traceEvents).debug(debug);
        if (address != null) parallel = parallel.address(address);
        if (ports != null) parallel = parallel.ports(ports);
        if (nodeIds != null) parallel = parallel.nodeIds(nodeIds);
        if (labels != null) parallel = parallel.labels(labels);
        if (attachTo != null) parallel = parallel.attachTo(attachTo);
        if (tls) parallel = parallel.tls();
        if (plain) parallel = parallel.plain();
        if (tokenFile != null) parallel = parallel.tokenFile(tokenFile);
        if (redisHost != null) parallel = parallel.redisHost(redisHost);
        if (redisPort != null) parallel = parallel.redisPort(redisPort);
        if (group != null) parallel = parallel.group(group);
        if (startupInterval != null) parallel = parallel.startupInterval(startupInterval);
        if (maxRetries != null) parallel = parallel.maxRetries(maxRetries);
        if (platform != null) parallel = parallel.platform(platform);
        if (platformSpec != null) parallel = parallel.platformSpec(platformSpec);
        if (connectTimeout != null) parallel = parallel.connectTimeout(connectTimeout);
        if (jvmOptions != null) parallel = parallel.jvmOptions(jvmOptions);
        return parallel;
    }
}
