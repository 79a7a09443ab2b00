package dev.troupe.task;

import dev.troupe.transport.Encryption;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/// Runs one `main` in several processes, linked so that the events of their tasks reach each other.
///
/// ```java
/// Parallel.workers(2).run(Hello::play);                                        // two processes here
/// Parallel.workers(1).nodeIds(1).attachTo("192.168.0.1:50515").run(Hello::play); // one more, linked to another machine
/// ```
///
/// The settings have the names and defaults of the `ditask` command line. Each method returns a new object; nothing starts before `run`.
public final class Parallel {
    private final Settings settings;

    private Parallel(Settings settings) {
        this.settings = settings;
    }

    /// Starts this many processes on this machine.
    public static Parallel workers(int count) {
        if (count < 1) {
            throw new SettingException(count + " workers cannot run anything: start at least 1");
        }
        return new Parallel(new Settings()).with(s -> s.workers = count);
    }

    /// How the processes communicate. The default is TCP.
    public Parallel protocol(Protocol protocol) {
        return with(s -> s.protocol = protocol);
    }

    /// The address to listen on, without port. The default is this host's outward address and, on the same port, 127.0.0.1.
    public Parallel address(String address) {
        return with(s -> s.address = Optional.of(address));
    }

    /// One port, from which the ports of the other workers are counted up, or one for each. The default is 50515 and up, or higher ports if those
    /// are in use, which is printed; on Slurm 15151.
    public Parallel ports(int... ports) {
        return ports(boxed(ports));
    }

    /// One port, from which the ports of the other workers are counted up, or one for each.
    public Parallel ports(List<Integer> ports) {
        List<Integer> copy = List.copyOf(ports);
        return with(s -> s.ports = copy);
    }

    /// One node id, from which the ids of the other workers are counted up, or one for each. The default is 0 and up.
    public Parallel nodeIds(int... nodeIds) {
        return nodeIds(boxed(nodeIds));
    }

    /// One node id, from which the ids of the other workers are counted up, or one for each.
    public Parallel nodeIds(List<Integer> nodeIds) {
        List<Integer> copy = List.copyOf(nodeIds);
        return with(s -> s.nodeIds = copy);
    }

    /// Labels of every worker started here, e.g. `learner`.
    public Parallel labels(String... labels) {
        return labels(List.of(labels));
    }

    /// Labels of every worker started here.
    public Parallel labels(Collection<String> labels) {
        Set<String> copy = new LinkedHashSet<>(labels);
        return with(s -> s.labels = copy);
    }

    /// Labels of one of the workers started here, counted from 0, in addition to those of all: `Parallel.workers(3).labelsOf(0,
    /// "learner").labelsOf(1, "collector").labelsOf(2, "collector")`.
    public Parallel labelsOf(int worker, String... labels) {
        if (worker < 0 || worker >= settings.workers) {
            throw new SettingException(
                    "labels of worker " + worker + ": there are " + settings.workers + " workers, the first is worker 0");
        }
        Map<Integer, Set<String>> all = new HashMap<>(settings.labelsOf);
        all.put(worker, new LinkedHashSet<>(List.of(labels)));
        return with(s -> s.labelsOf = all);
    }

    /// Where the output of the workers goes, each line prefixed with the node id. The default is the output of this process.
    public Parallel output(PrintStream out, PrintStream err) {
        return with(s -> {
            s.out = Optional.of(out);
            s.err = Optional.of(err);
        });
    }

    /// Other processes to link with: `host:port` or `tcp://host:port`, `ipc:///path`; with Redis the node id.
    public Parallel attachTo(String... addresses) {
        return attachTo(List.of(addresses));
    }

    /// Other processes to link with.
    public Parallel attachTo(List<String> addresses) {
        List<String> copy = List.copyOf(addresses);
        return with(s -> s.attachTo = copy);
    }

    /// Which of the workers are linked. The default is a mesh.
    public Parallel topology(Topology topology) {
        return with(s -> s.topology = topology);
    }

    /// The file with the secret that all processes share. The default is `TROUPE_TOKEN`, else the user's `~/.troupe/token`.
    public Parallel tokenFile(Path file) {
        return with(s -> s.tokenFile = Optional.of(file));
    }

    /// Encrypts TCP links within this machine, too, not only those between machines. Set it for all processes that link, or for none.
    public Parallel tls() {
        return encryption(Encryption.ALWAYS);
    }

    /// Disables encryption, also between machines: anyone who can change the network traffic can then run code in the workers. Set it for all
    /// processes that link, or for none.
    public Parallel plain() {
        return encryption(Encryption.NEVER);
    }

    private Parallel encryption(Encryption which) {
        if (settings.encryption != Encryption.BETWEEN_MACHINES && settings.encryption != which) {
            throw new SettingException("tls encrypts everything and plain nothing: give one of them, or neither");
        }
        return with(s -> s.encryption = which);
    }

    /// How events travel between the processes.
    public Parallel mqType(MqType type) {
        return with(s -> s.mqType = type);
    }

    /// The host of the Redis server.
    public Parallel redisHost(String host) {
        return with(s -> s.redisHost = Optional.of(host));
    }

    /// The port of the Redis server. The default is 6379.
    public Parallel redisPort(int port) {
        return with(s -> s.redisPort = Optional.of(port));
    }

    /// Sends the events through this Redis server.
    public Parallel redis(String host, int port) {
        return mqType(MqType.REDIS).redisHost(host).redisPort(port);
    }

    /// The name of the run: only processes of the same group link, over any transport. The default is the class and method of the main.
    public Parallel group(String name) {
        return with(s -> s.group = Optional.of(name));
    }

    /// How long to wait between starting one worker here and the next.
    public Parallel startupInterval(Duration interval) {
        return with(s -> s.startupInterval = interval);
    }

    /// Whether `main` is run again if it throws, and the process is restarted with the same node id if it dies.
    public Parallel autoRecover(boolean on) {
        return with(s -> s.autoRecover = on);
    }

    /// How often a worker is recovered at most. The default is no limit.
    public Parallel maxRetries(int retries) {
        if (retries < 0) {
            throw new SettingException("max-retries " + retries + " is negative: give 0 or more");
        }
        return with(s -> s.maxRetries = retries);
    }

    /// The source of addresses, node ids, ports and peers. The default is [Platform#K8S] if `DI_NODES` and `DI_RANK` are set.
    public Parallel platform(Platform platform) {
        return with(s -> s.platform = Optional.of(platform));
    }

    /// The settings of each rank of the platform, as JSON or as the name of a JSON file:
    /// `{"tasks":[{"labels":"learner","node_ids":10,"ports":50515,"attach_to":"$node.10,$node.11"}]}`.
    public Parallel platformSpec(String jsonOrFile) {
        return with(s -> s.platformSpec = Optional.of(jsonOrFile));
    }

    /// Whether every event sent and received is printed, with peers and sizes.
    public Parallel traceEvents(boolean on) {
        return with(s -> s.traceEvents = on);
    }

    /// Whether the address of each worker is printed, even if it is the default one.
    public Parallel debug(boolean on) {
        return with(s -> s.debug = on);
    }

    /// How long a worker waits for its expected peers before it fails. The default is one minute.
    public Parallel connectTimeout(Duration timeout) {
        return with(s -> s.connectTimeout = timeout);
    }

    /// Options for the JVM of each worker, e.g. `-Xmx4g`. They override those that this library sets.
    public Parallel jvmOptions(String... options) {
        return jvmOptions(List.of(options));
    }

    /// Options for the JVM of each worker.
    public Parallel jvmOptions(List<String> options) {
        List<String> copy = List.copyOf(options);
        return with(s -> s.jvmOptions = copy);
    }

    /// Runs a method reference or lambda in every worker and returns when all have ended. In a process that is itself a worker, it is simply
    /// called, because the launcher of the workers has already decided how many there are.
    ///
    /// @throws SettingException before anything starts, if the settings are invalid
    /// @throws WorkerFailedException if a worker failed; the others have ended, too
    public void run(Main main) {
        Launcher launcher = Launcher.find();
        OptionalInt here = launcher.workersHere();
        if (here.isEmpty()) {
            launcher.run(settings, main);
            return;
        }
        sayIfAlone(here.getAsInt());
        Parallel.<Object, RuntimeException>here(() -> {
            main.run();
            return null;
        });
    }

    /// Runs a method reference or lambda in every worker and returns the results, in the order of the workers. The results are copies: records,
    /// collections and almost all other Java objects can be returned.
    ///
    /// ```java
    /// List<Long> counts = Parallel.workers(4).call(Primes::count);
    /// long all = counts.stream().mapToLong(Long::longValue).sum();
    /// ```
    ///
    /// In a process that is itself a worker, it is simply called, and its result is the only one.
    ///
    /// @throws SettingException before anything starts, if the settings are invalid
    /// @throws WorkerFailedException if a worker failed; the others have ended, too, and no result is returned
    public <R> List<R> call(Work<R> work) {
        Launcher launcher = Launcher.find();
        OptionalInt here = launcher.workersHere();
        if (here.isEmpty()) {
            return launcher.call(settings, work);
        }
        sayIfAlone(here.getAsInt());
        return Collections.singletonList(Parallel.<R, RuntimeException>here(work));
    }

    private void sayIfAlone(int together) {
        if (together != settings.workers) {
            System.err.println("Parallel.workers(" + settings.workers + ") runs in this process alone: ditask decides the layout,"
                    + " start it with --parallel-workers " + settings.workers);
        }
    }

    /// Runs the main of a package in every worker and returns when all have ended.
    ///
    /// @throws SettingException before anything starts, if the settings, the package or the main are invalid
    /// @throws WorkerFailedException if a worker failed; the others have ended, too
    public void run(Program program) {
        Launcher.find().run(settings, program);
    }

    /// Rethrows any exception of the user's function, checked or not.
    @SuppressWarnings("unchecked")
    private static <R, E extends Exception> R here(Work<R> work) throws E {
        try {
            return work.call();
        } catch (Exception e) {
            throw (E) e;
        }
    }

    private Parallel with(Consumer<Settings> change) {
        Settings copy = settings.copy();
        change.accept(copy);
        return new Parallel(copy);
    }

    private static List<Integer> boxed(int... numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }
}
