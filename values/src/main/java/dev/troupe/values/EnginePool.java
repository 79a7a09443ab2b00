package dev.troupe.values;

import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.fory.resolver.SharedRegistry;

/// Lends engines to threads. The first engines interpret, which makes the first value cheap. After an engine has processed many
/// values, compiled engines are built in the background and replace them. Both write the same bytes.
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

    /// Values that contain only these classes need not be read back any more.
    void proven(Set<Class<?>> types) {
        proven.addAll(types);
    }

    private void compileInBackground(Set<Class<?>> types) {
        Thread.ofPlatform().daemon().name("troupe-values-compiler").start(() -> compile(types));
    }

    /// A compiled engine has found a class that only interpreting engines can write. This decision is final.
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
