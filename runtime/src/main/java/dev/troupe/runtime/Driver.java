package dev.troupe.runtime;

import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.JobKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.WorkerSettings;
import dev.troupe.store.ObjectStore;
import dev.troupe.values.Values;
import io.ray.api.options.ActorLifetime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A driver with head, node and worker in its own JVM.
final class Driver implements AutoCloseable {
    private final Center center;
    private final ObjectStore store;
    private final Engine engine;

    private Driver() throws IOException {
        int process = 1;
        JobKey job = new JobKey(1);
        NodeKey node = new NodeKey(1);
        store = ObjectStore.open(ObjectStore.sharedMemory(1L << 30, Path.of(System.getProperty("java.io.tmpdir"))), "node-1", 1L << 30,
                Path.of(System.getProperty("java.io.tmpdir")));
        LocalPeer self = new LocalPeer(process);
        center = new Center(this::carryOut);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        engine = new Engine(new Self(process, 1, 1, "127.0.0.1", "default", loader, Values.with(loader)), center,
                number -> number == process ? self : null, new LocalSpace(store, process), RunningTasks.UNNOTED);
        self.connect(engine);
        center.tell(new Fact.NodeJoined(node, "127.0.0.1", "localhost", Resources.cpu(Runtime.getRuntime().availableProcessors()), Map.of(),
                Optional.of(new ProcessKey(process))));
        center.tell(new Fact.JobStarted(job, new ProcessKey(process), "default", WorkerSettings.shared(job)));
    }

    static TroupeRuntime start() {
        try {
            Driver driver = new Driver();
            Caller caller = new Caller(driver.engine, WorkerSettings.shared(new JobKey(1)), ActorLifetime.NON_DETACHED);
            return new TroupeRuntime(driver.engine, caller, new Here(driver.engine, false), driver);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void carryOut(Effect effect) {
        engine.effect(effect);
    }

    @Override
    public void close() throws IOException {
        engine.close();
        center.close();
        store.close();
    }
}
