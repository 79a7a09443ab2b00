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
    /// The first byte that Fory writes: the value is for Java only, and in one piece.
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
        // Otherwise references to stack frames in fields would be tracked only until the first exception.
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

    /// Does what Fory does, with our references.
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

    /// Throws Fory's exception if Fory rejects the class.
    void check(Class<?> type) {
        fory.getSerializer(type);
    }

    /// Whether a class with `writeObject` or `readObject` was the cause: Fory does not compile these together with the
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

    /// The doubts about the value that was written last.
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
