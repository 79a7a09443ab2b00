package dev.troupe.systemtests;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CompletableFuture;

/// A network device of a namespace whose packets this process reads and writes: what the kernel sends there comes out of [#read],
/// and what is given to [#write] arrives there. Linux only, as root.
final class Tun implements AutoCloseable {
    private static final int OPEN_READ_ONLY = 0;
    private static final int OPEN_READ_WRITE = 2;
    private static final int CLONE_NEWNET = 0x4000_0000;
    private static final long TUNSETIFF = 0x4004_54caL;
    private static final short TUN_WITHOUT_HEADER = 0x1001;
    private static final int REQUEST_SIZE = 40;
    private static final int REQUEST_FLAGS = 16;
    private static final short POLL_IN = 1;
    private static final int POLL_SIZE = 8;
    private static final int LARGEST_PACKET = 65_536;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MemoryLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final MethodHandle OPEN = function("open", JAVA_INT, new MemoryLayout[]{ADDRESS}, JAVA_INT);
    private static final MethodHandle CLOSE = function("close", JAVA_INT, new MemoryLayout[]{JAVA_INT});
    private static final MethodHandle SETNS = function("setns", JAVA_INT, new MemoryLayout[]{JAVA_INT, JAVA_INT});
    private static final MethodHandle IOCTL = function("ioctl", JAVA_INT, new MemoryLayout[]{JAVA_INT, JAVA_LONG}, ADDRESS);
    private static final MethodHandle READ = function("read", JAVA_LONG, new MemoryLayout[]{JAVA_INT, ADDRESS, JAVA_LONG});
    private static final MethodHandle WRITE = function("write", JAVA_LONG, new MemoryLayout[]{JAVA_INT, ADDRESS, JAVA_LONG});
    private static final MethodHandle POLL = function("poll", JAVA_INT, new MemoryLayout[]{ADDRESS, JAVA_LONG, JAVA_INT});

    private final int descriptor;

    private Tun(int descriptor) {
        this.descriptor = descriptor;
    }

    /// Makes the device `name` in a namespace that `ip netns` knows.
    static Tun in(String namespace, String name) throws IOException, InterruptedException {
        // A thread that changed its namespace is of no use for anything else.
        var made = new CompletableFuture<Tun>();
        Thread.ofPlatform().start(() -> {
            try {
                enter(namespace);
                made.complete(make(name));
            } catch (IOException e) {
                made.completeExceptionally(e);
            }
        }).join();
        try {
            return made.join();
        } catch (java.util.concurrent.CompletionException e) {
            throw new IOException("no device " + name + " in " + namespace + ": " + e.getCause().getMessage(), e.getCause());
        }
    }

    private static void enter(String namespace) throws IOException {
        int file = open("/run/netns/" + namespace, OPEN_READ_ONLY);
        try {
            call("setns", SETNS, file, CLONE_NEWNET);
        } finally {
            call("close", CLOSE, file);
        }
    }

    private static Tun make(String name) throws IOException {
        var tun = new Tun(open("/dev/net/tun", OPEN_READ_WRITE));
        try (var arena = Arena.ofConfined()) {
            var request = arena.allocate(REQUEST_SIZE);
            request.setString(0, name);
            request.set(JAVA_SHORT, REQUEST_FLAGS, TUN_WITHOUT_HEADER);
            call("ioctl", IOCTL, tun.descriptor, TUNSETIFF, request);
        }
        return tun;
    }

    private static int open(String file, int mode) throws IOException {
        try (var arena = Arena.ofConfined()) {
            return (int) call("open " + file, OPEN, arena.allocateFrom(file), mode);
        }
    }

    /// The next packet, or an empty one if none comes within some milliseconds.
    byte[] read(int millis) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var poll = arena.allocate(POLL_SIZE, 4);
            poll.set(JAVA_INT, 0, descriptor);
            poll.set(JAVA_SHORT, 4, POLL_IN);
            if (call("poll", POLL, poll, 1L, millis) == 0) return new byte[0];
            var packet = arena.allocate(LARGEST_PACKET);
            long size = call("read", READ, descriptor, packet, packet.byteSize());
            return packet.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE);
        }
    }

    void write(byte[] packet) throws IOException {
        try (var arena = Arena.ofConfined()) {
            call("write", WRITE, descriptor, arena.allocateFrom(ValueLayout.JAVA_BYTE, packet), (long) packet.length);
        }
    }

    @Override
    public void close() throws IOException {
        call("close", CLOSE, descriptor);
    }

    /// @param variadic what the C function takes after its named parameters
    @SuppressWarnings("restricted") // functions of the C library, called as their manual pages say
    private static MethodHandle function(String name, MemoryLayout returns, MemoryLayout[] named, MemoryLayout... variadic) {
        var parameters = java.util.stream.Stream.of(named, variadic).flatMap(java.util.Arrays::stream).toArray(MemoryLayout[]::new);
        var options = variadic.length == 0
                ? new Linker.Option[]{Linker.Option.captureCallState("errno")}
                : new Linker.Option[]{Linker.Option.captureCallState("errno"), Linker.Option.firstVariadicArg(named.length)};
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(returns, parameters), options);
    }

    private static long call(String what, MethodHandle function, Object... arguments) throws IOException {
        try (var arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            var all = java.util.stream.Stream.concat(java.util.stream.Stream.of(state), java.util.Arrays.stream(arguments)).toList();
            long result = ((Number) function.invokeWithArguments(all)).longValue();
            if (result < 0) {
                int number = (int) CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno")).get(state, 0L);
                throw new IOException(what + " failed with error number " + number);
            }
            return result;
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
