package dev.troupe.node;

import dev.troupe.process.ClassPath;
import dev.troupe.process.JavaCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// The cache of loaded and linked classes that workers start from. It fits one build of Java and one set of jars, so its name says which:
/// one that does not fit costs more than none. Where it is missing, a run of the workers' main in the background makes it, once for
/// all sessions.
final class WarmStart implements AutoCloseable {
    /// One must be made with the same such options as it is used with.
    private static final List<String> MODULES = List.of("--add-opens=java.base/java.lang.invoke=ALL-UNNAMED");

    /// A cache without profiles of methods: with them, the JIT compiler would spend a tenth of a worker's start on methods that were called often in the
    /// training. A JVM that has no such option makes the cache it can make.
    private static final List<String> NO_PROFILES = List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTRecordTraining");

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Training training;
    private final String main;
    private final SessionDirectory session;
    private final Path cache;

    // Guarded by this.
    private Optional<Process> run = Optional.empty();
    private boolean closed;

    /// What a cache is made from.
    ///
    /// @param library the jars that every worker's class path begins with
    /// @param arguments with which, and a session to be made ([NodeSettings#inside]), the workers' main does what workers usually do, and ends
    ///        with exit code 0
    /// @param directory where caches are kept
    record Training(List<Path> library, List<String> arguments, Path directory) {
        Training {
            library = new ClassPath(library).entries();
            arguments = List.copyOf(arguments);
        }
    }

    WarmStart(Training training, String main, SessionDirectory session) throws IOException {
        this.training = training;
        this.main = main;
        this.session = session;
        this.cache = training.directory().resolve("worker-" + key() + ".aot");
    }

    private String key() throws IOException {
        StringBuilder all = new StringBuilder(System.getProperty("java.vm.version")).append(System.getProperty("java.home")).append(main)
                .append(MODULES).append(NO_PROFILES);
        for (Path jar : training.library()) {
            all.append(jar).append(' ').append(Files.size(jar)).append(' ').append(Files.getLastModifiedTime(jar).toMillis()).append('\n');
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(all.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A class path that the cache fits.
    ClassPath order(ClassPath path) {
        return path.startingWith(training.library());
    }

    List<String> options() {
        return Files.exists(cache) ? List.of("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off") : List.of();
    }

    /// Makes it, unless it is there or somebody named a directory of classes: only jars can be remembered. Waits for the end.
    void train() {
        if (Files.exists(cache) || !training.library().stream().allMatch(Files::isRegularFile)) {
            return;
        }
        try {
            // All in one directory that goes with the session: whoever makes a cache may be killed at any time.
            Path place = Files.createDirectory(session.training());
            Path fresh = place.resolve("worker.aot");
            Path board = session.path().resolve("aot.board");
            RunningBoard.create(board);
            List<String> options = new ArrayList<>(MODULES);
            options.addAll(NO_PROFILES);
            options.addAll(List.of("-XX:+UseSerialGC", "-Xms32m", "-Xmx256m", "-XX:AOTCacheOutput=" + fresh,
                    "-D" + WorkerLife.BOARD + "=" + board));
            List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
            command.addAll(new JavaCommand(options, new ClassPath(training.library()).text(), main, List.of()).words());
            Optional<Process> started = start(new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(place.resolve("log").toFile()));
            if (started.isEmpty()) {
                return;
            }
            List<String> arguments = new ArrayList<>(training.arguments());
            arguments.add(place.resolve("run").toString());
            WorkerLife.hand(arguments, started.get().getOutputStream());
            if (started.get().waitFor() == 0 && Files.exists(fresh)) {
                Files.createDirectories(training.directory());
                Path beside = training.directory().resolve(cache.getFileName() + "." + ProcessHandle.current().pid());
                Files.move(fresh, beside);
                Files.move(beside, cache, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            System.getLogger("dev.troupe.node").log(System.Logger.Level.DEBUG, "workers start without a cache: {0}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Optional<Process> start(ProcessBuilder builder) throws IOException {
        if (!closed) {
            run = Optional.of(builder.start());
        }
        return run;
    }

    /// Not even half a training outlives the node. The JVM that trains starts another, which writes the cache. Both are gone before their
    /// directory is removed.
    @Override
    public synchronized void close() {
        closed = true;
        run.ifPresent(process -> {
            List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
            all.add(process.toHandle());
            all.forEach(ProcessHandle::destroyForcibly);
            CompletableFuture<?>[] ends = all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(ends).completeOnTimeout(null, PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
        });
    }
}
