package dev.troupe.values;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.fory.Fory;
import org.apache.fory.builder.CompatibleLayerCodecBuilder;
import org.apache.fory.config.ForyBuilder;
import org.apache.fory.context.MetaStringReader;
import org.apache.fory.context.ReadContext;
import org.apache.fory.exception.DeserializationException;
import org.apache.fory.logging.LoggerFactory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;
import org.apache.fory.resolver.SharedRegistry;
import org.apache.fory.type.Generics;

/// One Fory, used by one thread at a time.
final class Engine {
    private static final byte[] NOTHING = {};
    /// What Fory writes first: the value is for Java only, and in one piece.
    private static final byte HEADER = 0;
    /// Each engine has an array of this size.
    static final int DEEPEST = 100_000;
    private static final int MOST_ITEMS_WITHOUT_BYTES = 1 << 20;

    static {
        LoggerFactory.disableLogging();
        JdkAccess.openQuietly();
    }

    private final Fory fory;
    private final ReadContext reading;
    private final MemoryBuffer buffer = MemoryUtils.wrap(NOTHING);
    private final Set<Class<?>> seen = new HashSet<>();
    private Class<?> lastSeen;
    private final boolean compiled;
    private final Doubts doubts;
    private int uses;

    Engine(ClassLoader loader, SharedRegistry registry, Set<Class<?>> proven, boolean compiled) {
        this.doubts = new Doubts(proven);
        ForyBuilder builder = Fory.builder().withXlang(false).withCompatible(false).withClassVersionCheck(true)
                .requireClassRegistration(false).withRefTracking(true).serializeEnumByName(true)
                .registerGuavaTypes(false).withCodegen(compiled).withAsyncCompilation(false).withMaxDepth(DEEPEST)
                .withMaxGraphMemoryBytes(Math.max(1L << 27, Runtime.getRuntime().maxMemory() / 2))
                .withMaxUnbackedContainerItems(MOST_ITEMS_WITHOUT_BYTES).withClassLoader(loader)
                .withSerializerFactory(new Copies(doubts)).withSharedRegistry(registry)
                .withName(compiled ? "compiled" : "interpreted");
        this.fory = builder.build();
        Copies.register(fory);
        // Else references to frames would be tracked in fields until the first exception is met, and no longer then.
        check(StackTraceElement.class);
        fory.getTypeResolver().finishRegistration();
        this.reading = new ReadContext(fory.getConfig(), new Generics(), fory.getTypeResolver(), new References(),
                new MetaStringReader(registry));
        this.compiled = compiled;
    }

    void write(Object value, Output out) {
        saw(value);
        doubts.forget();
        buffer.initHeapBuffer(out.array(), 0, out.array().length);
        buffer.writerIndex(out.length());
        try {
            fory.serialize(buffer, value);
            out.adopt(buffer.getHeapMemory(), buffer.writerIndex());
        } finally {
            letGo();
        }
    }

    Object read(byte[] bytes, int offset, int length) {
        buffer.initHeapBuffer(bytes, offset, length);
        buffer.readerIndex(0);
        try {
            Object value = read();
            if (buffer.readerIndex() != length) {
                throw new ValueException("an object of " + length + " bytes ended after " + buffer.readerIndex());
            }
            saw(value);
            return value;
        } finally {
            letGo();
        }
    }

    /// As Fory does it, with our references.
    private Object read() {
        if (buffer.readByte() != HEADER) {
            throw new ValueException("the bytes do not contain an object");
        }
        reading.prepare(buffer, null, false);
        try {
            return reading.readRootRef();
        } catch (Error e) {
            throw new DeserializationException("failed to read an object", e);
        } finally {
            reading.reset();
        }
    }

    /// Throws what Fory has against the class, if anything.
    void check(Class<?> type) {
        fory.getSerializer(type);
    }

    /// Whether this was about a class with `writeObject` or `readObject`: Fory does not compile them together with the
    /// check of class versions.
    static boolean cannotCompile(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof IllegalArgumentException && Stream.of(e.getStackTrace()).limit(2)
                    .anyMatch(frame -> frame.getClassName().equals(CompatibleLayerCodecBuilder.class.getName()))) {
                return true;
            }
        }
        return false;
    }

    /// About the value that was written last.
    Doubts doubts() {
        return doubts;
    }

    boolean compiled() {
        return compiled;
    }

    int uses() {
        return uses;
    }

    Set<Class<?>> seen() {
        return Set.copyOf(seen);
    }

    private void saw(Object value) {
        uses++;
        if (value != null && value.getClass() != lastSeen) {
            lastSeen = value.getClass();
            if (!lastSeen.isHidden()) {
                seen.add(lastSeen);
            }
        }
    }

    private void letGo() {
        buffer.readerIndex(0);
        buffer.writerIndex(0);
        buffer.initHeapBuffer(NOTHING, 0, 0);
    }
}
