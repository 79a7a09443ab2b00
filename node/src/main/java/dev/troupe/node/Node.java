package dev.troupe.node;

import dev.troupe.head.ProcessKey;
import dev.troupe.head.StartFailure;
import dev.troupe.head.WorkerSettings;
import dev.troupe.process.Console;
import dev.troupe.process.PrivateDirectory;
import dev.troupe.store.ObjectStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// One machine of a cluster: its worker processes, its object store, and the directory they share. When the node is closed, or this process
/// ends normally, only the logs of workers that crashed are left. When this process is killed, its workers end by themselves and clean up,
/// and so does the next node on this machine.
///
/// ```java
/// try (Node node = Node.open(NodeSettings.of("my.WorkerMain", 1L << 30), watcher)) {
///     node.start(new ProcessKey(7), WorkerSettings.shared(job), List.of(), ClassPath::ofThisProcess, List.of(), Duration.ofMinutes(1));
///     …                                              // watcher.started(process 7, pid), some time later watcher.ended(process 7, how)
/// }
/// ```
///
/// Thread-safe.
public final class Node implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /// Programs that end sooner do not need a cache.
    private static final Duration TRAIN_AFTER = Duration.ofSeconds(3);
    private static final int KEPT_LOGS = 100;

    private final SessionDirectory session;
    private final ObjectStore store;
    private final Optional<WarmStart> warmStart;
    private final WorkerLauncher launcher;
    private final Console console;
    private final NodeWatcher watcher;
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1,
            Thread.ofPlatform().daemon().name("troupe-console").factory(), new ThreadPoolExecutor.DiscardPolicy());
    private final Thread hook = new Thread(this::close, "troupe-close-node");

    private final AtomicBoolean trainingPlanned = new AtomicBoolean();
    /// When workers end by themselves; 0 for never.
    private volatile long endsAt;

    // Guarded by this.
    private final Map<ProcessKey, WorkerProcess> workers = new HashMap<>();
    private final Deque<WorkerLogs> keptLogs = new ArrayDeque<>();
    private boolean closing;
    private boolean closed;

    private Node(SessionDirectory session, ObjectStore store, LogPlace logs, Optional<WarmStart> warmStart, NodeSettings settings,
            NodeWatcher watcher) {
        this.session = session;
        this.store = store;
        this.warmStart = warmStart;
        this.launcher = new WorkerLauncher(settings.main, session, logs, warmStart, System.getenv());
        this.console = settings.console;
        this.watcher = watcher;
        clock.setRemoveOnCancelPolicy(true);
    }

    /// Creates the directory and the store, and removes the files of dead nodes.
    public static Node open(NodeSettings settings, NodeWatcher watcher) throws IOException {
        return open(session(settings), settings, watcher);
    }

    /// @param session is closed if the node cannot be opened
    static Node open(SessionDirectory session, NodeSettings settings, NodeWatcher watcher) throws IOException {
        Node node;
        try {
            Path shared = settings.storeDirectory.orElseGet(() -> ObjectStore.sharedMemory(settings.storeCapacity, session.path()));
            Path memory = shared.equals(session.path()) ? shared : PrivateDirectory.in(shared);
            Optional<WarmStart> warmStart = settings.training.isPresent()
                    ? Optional.of(new WarmStart(settings.training.get(), settings.main, session)) : Optional.empty();
            LogPlace logs = LogPlace.of(settings, session);
            ObjectStore store = store(session, memory, settings);
            node = new Node(session, store, logs, warmStart, settings, watcher);
        } catch (IOException | RuntimeException e) {
            session.close();
            throw e;
        }
        Runtime.getRuntime().addShutdownHook(node.hook);
        return node;
    }

    private static ObjectStore store(SessionDirectory session, Path memory, NodeSettings settings) throws IOException {
        ObjectStore store = ObjectStore.open(memory, "troupe", settings.storeCapacity, session.path().resolve("spill"),
                settings.firstObject);
        try {
            session.ownsMemory(store.file());
            return store;
        } catch (IOException e) {
            store.close();
            throw e;
        }
    }

    private static SessionDirectory session(NodeSettings settings) throws IOException {
        if (settings.session.isPresent()) {
            return SessionDirectory.at(settings.session.get());
        }
        return settings.sessionParent.isPresent() ? SessionDirectory.open(settings.sessionParent.get()) : SessionDirectory.open();
    }

    /// The directory that its processes share; only this user can enter it.
    public Path sessionDirectory() {
        return session.path();
    }

    /// Where a process of this node listens; the path is short enough for a Unix socket.
    public Path socket(ProcessKey process) {
        return session.socket(process.number());
    }

    /// The objects of this node.
    public ObjectStore store() {
        return store;
    }

    /// Starts a worker. Returns at once; the watcher is notified of the result.
    ///
    /// @param gpus the devices it may see, as `CUDA_VISIBLE_DEVICES` names them
    /// @param code the class path, including our own classes
    /// @param arguments that [WorkerLife#begin] passes to its main; no other user can read them
    /// @param patience how long it may take until its main begins, including fetching its jars
    public void start(ProcessKey process, WorkerSettings settings, List<String> gpus, WorkerCode code, List<String> arguments,
            Duration patience) {
        WorkerOrder order = new WorkerOrder(process, settings, gpus, code, arguments, patience);
        WorkerProcess worker = new WorkerProcess(order, launcher, session, console, clock, () -> endsAt, new WorkerProcess.Watcher() {
            @Override
            public void started(ProcessKey key, long pid) {
                watcher.started(key, pid);
            }

            @Override
            public void gone(WorkerProcess gone, WorkerProcess.End end) {
                Node.this.gone(gone, end);
            }
        });
        synchronized (this) {
            if (closing) {
                throw new IllegalStateException("the node is closed: " + process + " cannot be started");
            }
            if (workers.putIfAbsent(process, worker) != null) {
                throw new IllegalArgumentException(process + " is already running");
            }
        }
        worker.begin();
        if (trainingPlanned.compareAndSet(false, true)) {
            warmStart.ifPresent(cache -> {
                var _ = clock.schedule(() -> Thread.ofPlatform().daemon().name("troupe-training").start(cache::train),
                        TRAIN_AFTER.toMillis(), TimeUnit.MILLISECONDS);
            });
        }
    }

    /// Whether this node started the process, and it has not ended.
    public synchronized boolean runs(ProcessKey process) {
        return workers.containsKey(process);
    }

    /// All workers end by themselves at that time, unless it is set again before. Without it they end when this process does.
    ///
    /// @param nanos like [System#nanoTime()]
    public void endWorkersAt(long nanos) {
        endsAt = nanos;
        List<ProcessKey> all;
        synchronized (this) {
            all = List.copyOf(workers.keySet());
        }
        for (ProcessKey worker : all) {
            try {
                RunningBoard.deadline(session.board(worker.number()), nanos);
            } catch (IOException e) {
                // it is being started, and gets the next one, or has just ended
            }
        }
    }

    /// Asks a worker to end and kills it five seconds later, or kills it at once. Does nothing if it has already ended.
    public void stop(ProcessKey process, boolean force) {
        WorkerProcess worker;
        synchronized (this) {
            worker = workers.get(process);
        }
        if (worker != null) {
            worker.stop(force);
            if (!force) {
                var _ = clock.schedule(() -> worker.stop(true), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    private void gone(WorkerProcess worker, WorkerProcess.End end) {
        synchronized (this) {
            workers.remove(worker.key());
            if (end instanceof WorkerProcess.End.Ended(HowItEnded how, WorkerLogs logs)) {
                keep(how, logs);
            }
        }
        try {
            switch (end) {
                case WorkerProcess.End.Failed(String why, StartFailure cause) -> watcher.failed(worker.key(), why, cause);
                case WorkerProcess.End.Ended(HowItEnded how, _) -> watcher.ended(worker.key(), how);
            }
        } finally {
            store.releaseAll(worker.key().number()); // last, because messages about objects that it sent before it died may still arrive
        }
    }

    private void keep(HowItEnded how, WorkerLogs logs) {
        if (launcher.logs().keepAll()) {
            return;
        }
        if (how.logs().isEmpty()) {
            logs.remove();
            return;
        }
        keptLogs.addLast(logs);
        if (keptLogs.size() > KEPT_LOGS) {
            keptLogs.removeFirst().remove();
        }
    }

    /// Asks all workers to end and kills them after five seconds. Then removes the store and the directory.
    @Override
    public void close() {
        List<WorkerProcess> left;
        synchronized (this) {
            closing = true;
            left = List.copyOf(workers.values());
        }
        left.forEach(worker -> worker.stop(false));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (WorkerProcess worker : left) {
                if (!worker.awaitEnd(deadline)) {
                    worker.stop(true);
                    boolean _ = worker.awaitEnd(deadline + PATIENCE.toNanos());
                }
            }
        } catch (InterruptedException e) {
            left.forEach(worker -> worker.stop(true));
            Thread.currentThread().interrupt();
        }
        closeRest();
    }

    private synchronized void closeRest() {
        if (closed) {
            return;
        }
        closed = true;
        clock.shutdownNow();
        warmStart.ifPresent(WarmStart::close);
        close(store, store.file());
        close(launcher, session.jars());
        close(session, session.path());
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException expected) {
            // this process is ending
        }
    }

    private static void close(AutoCloseable part, Path path) {
        try {
            part.close();
        } catch (Exception e) {
            System.getLogger("dev.troupe.node").log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", path, e.toString());
        }
    }
}
