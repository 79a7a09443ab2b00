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

/// The options of the `ditask` command line. An option that was not given is null, so that [Parallel] or the platform decides.
final class DitaskOptions {
    @Option(names = "--package", paramLabel = "PATH", defaultValue = ".",
            description = "Load the code from this directory, jar or zip. Default: the current directory.")
    Path location;

    @Option(names = "--main", paramLabel = "CLASS.METHOD",
            description = "Run this static method, which takes no parameters or a String[]. The last dot separates class and "
                    + "method. Default: main of the package's main class.")
    String main;

    @Option(names = "--parallel-workers", paramLabel = "N", defaultValue = "1",
            description = "Start this many processes on this machine. Default: ${DEFAULT-VALUE}.")
    int parallelWorkers;

    @Option(names = "--protocol", paramLabel = "NAME", defaultValue = "tcp",
            description = "Connect over tcp, or over ipc (Unix domain sockets within one machine). Default: ${DEFAULT-VALUE}.")
    Protocol protocol;

    @Option(names = "--address", paramLabel = "HOST",
            description = "Listen on this address (without a port). Default: the address at which others reach this host, and 127.0.0.1.")
    String address;

    @Option(names = "--ports", paramLabel = "PORT", split = ",",
            description = "Listen on these ports: a list, or the port of the first worker; each further worker takes the next one. "
                    + "Default: 50515; if ports are taken, workers use higher ones and print them.")
    List<Integer> ports;

    @Option(names = "--node-ids", paramLabel = "ID", split = ",",
            description = "Give the workers these node ids: a list, or the id of the first worker; each further worker (and, with "
                    + "--platform, each rank) takes the next one. Default: 0.")
    List<Integer> nodeIds;

    @Option(names = "--labels", paramLabel = "LABEL", split = ",",
            description = "Give the workers these labels, e.g. learner,evaluator. Default: none.")
    List<String> labels;

    @Option(names = "--attach-to", paramLabel = "HOST:PORT", split = ",",
            description = "Connect to these other workers. Default: none.")
    List<String> attachTo;

    @Option(names = "--topology", paramLabel = "NAME", defaultValue = "mesh",
            description = "Connect the workers as a mesh (each to all others), as a star (each to the first), or alone (none to "
                    + "another). --attach-to adds connections to any of them. Default: ${DEFAULT-VALUE}.")
    Topology topology;

    @Option(names = "--token-file", paramLabel = "FILE",
            description = "Read the secret that all workers share from this file. Default: the variable TROUPE_TOKEN, else "
                    + "~/.troupe/token, which the first run creates.")
    Path tokenFile;

    @Option(names = "--tls",
            description = "Encrypt TCP connections within this machine, too. Set it for all workers or for none. "
                    + "Default: only connections between machines are encrypted.")
    boolean tls;

    @Option(names = "--plain",
            description = "Do not encrypt connections, even between machines. Anyone who can change network traffic can then run code "
                    + "in the workers. Set it for all workers or for none.")
    boolean plain;

    @Option(names = "--mq-type", paramLabel = "NAME", defaultValue = "link",
            description = "Send events over link (direct connections) or over redis. Default: ${DEFAULT-VALUE}.")
    MqType mqType;

    @Option(names = "--redis-host", paramLabel = "HOST", description = "Use the Redis server on this host, with --mq-type redis.")
    String redisHost;

    @Option(names = "--redis-port", paramLabel = "PORT", description = "Use this port of the Redis server. Default: 6379.")
    Integer redisPort;

    @Option(names = "--group", paramLabel = "NAME",
            description = "Name the run: only workers of the same group link. Default: class and method of the main.")
    String group;

    @Option(names = "--startup-interval", paramLabel = "SECONDS",
            description = "Wait this long between the starts of two workers. Default: 0.")
    Duration startupInterval;

    @Option(names = "--auto-recover",
            description = "Run main again when it throws, and restart a process that dies, with the same node id. Default: off.")
    boolean autoRecover;

    @Option(names = "--max-retries", paramLabel = "N",
            description = "Recover each worker at most this many times, with --auto-recover. Default: no limit.")
    Integer maxRetries;

    @Option(names = "--platform", paramLabel = "NAME",
            description = "Take address, node ids, ports and peers from the environment of this platform: k8s, slurm or none. "
                    + "Default: k8s if DI_NODES and DI_RANK are set, else none.")
    Platform platform;

    @Option(names = "--platform-spec", paramLabel = "JSON", description = "Describe each rank, as JSON or as a file with JSON: "
            + "{\"tasks\":[{\"labels\":\"learner\",\"node_ids\":10, \"ports\":50515,\"attach_to\":\"$node.11\"}]}, "
            + "with one entry per rank. $node.N is the address of node id N. Default: none.")
    String platformSpec;

    @Option(names = "--connect-timeout", paramLabel = "SECONDS",
            description = "Fail if the workers are not connected after this time. Default: 60.")
    Duration connectTimeout;

    @Option(names = "--trace-events", description = "Print every event that is sent or received, with its peer and size. Default: off.")
    boolean traceEvents;

    @Option(names = Shell.DEBUG, description = "Print where each worker listens, and the stack traces of errors. Default: off.")
    boolean debug;

    @Option(names = "--jvm-options", paramLabel = "OPTION", split = " ",
            description = "Start the JVM of each worker with these options, e.g. \"-Xmx4g -ea\". Default: none.")
    List<String> jvmOptions;

    @Parameters(paramLabel = "ARG",
            description = "Arguments for a main that takes a String[]. Write -- before arguments that begin with a dash.")
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
