package dev.troupe.values;

import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.fory.resolver.SharedRegistry;

/// Lends engines to threads. The first ones interpret, which makes the first value cheap; once an engine has had many
/// values, compiled ones are made ready in the background and take over. Both write the same bytes.
final class EnginePool {
    private static final int USES_BEFORE_COMPILING = 20_000;

    private final ClassLoader loader;
    private final AtomicReferenceArray<Engine> idle = new AtomicReferenceArray<>(
            Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) * 4);
    private final AtomicBoolean compiling = new AtomicBoolean();
    private final Set<Class<?>> proven = ConcurrentHashMap.newKeySet();
    private volatile SharedRegistry registry = new SharedRegistry();
    private volatile boolean compiled;

    EnginePool(ClassLoader loader) {
        this.loader = loader;
    }

    Engine take() {
        int mask = idle.length() - 1;
        int first = (int) Thread.currentThread().threadId();
        for (int i = 0; i <= mask; i++) {
            int slot = (first + i) & mask;
            Engine engine = idle.getPlain(slot) == null ? null : idle.getAndSet(slot, null);
            if (engine != null && engine.compiled() == compiled) {
                return engine;
            }
        }
        return new Engine(loader, registry, proven, compiled);
    }

    void give(Engine engine) {
        if (engine.compiled() != compiled) {
            return;
        }
        if (!engine.compiled() && engine.uses() > USES_BEFORE_COMPILING && compiling.compareAndSet(false, true)) {
            compileInBackground(engine.seen());
        }
        int mask = idle.length() - 1;
        int first = (int) Thread.currentThread().threadId();
        for (int i = 0; i <= mask; i++) {
            if (idle.compareAndSet((first + i) & mask, null, engine)) {
                return;
            }
        }
    }

    /// Nobody needs to read back any more what holds only these.
    void proven(Set<Class<?>> types) {
        proven.addAll(types);
    }

    private void compileInBackground(Set<Class<?>> types) {
        Thread.ofPlatform().daemon().name("troupe-values-compiler").start(() -> compile(types));
    }

    /// A compiled engine has met a class that only the others can write. This is for good.
    void interpretFromNowOn() {
        registry = new SharedRegistry();
        compiled = false;
    }

    void compile(Set<Class<?>> types) {
        try {
            SharedRegistry fresh = new SharedRegistry();
            Engine first = new Engine(loader, fresh, proven, true);
            types.forEach(first::check);
            registry = fresh;
            compiled = true;
            give(first);
        } catch (RuntimeException | LinkageError e) {
            System.getLogger("dev.troupe.values").log(Level.DEBUG, "compiled serializers cannot be built; values stay interpreted", e);
        }
    }
}
