package dev.troupe.cluster;

import dev.troupe.link.ByteStream;
import dev.troupe.link.Endpoint;
import dev.troupe.link.StreamHandler;
import dev.troupe.packages.CodePackage;
import dev.troupe.packages.Incoming;
import dev.troupe.packages.PackageCache;
import dev.troupe.packages.PackageId;
import dev.troupe.packages.PackageSource;
import dev.troupe.packages.PackedCode;
import dev.troupe.packages.PinnedPackage;
import dev.troupe.transport.Address;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Function;

/// Packages of user code over streams: drivers bring them to the head, and nodes fetch them there.
public final class PackageStreams implements StreamHandler {
    private static final byte[] MARK = {'P', 'K', 'G'};
    private static final byte GET = 1;
    private static final byte PUT = 2;
    private static final byte YES = 1;
    private static final byte NO = 0;
    private static final int BUFFER = 1 << 20;

    private final PackageCache cache;

    /// Serves the packages of this cache, and puts those that drivers bring into it.
    public PackageStreams(PackageCache cache) {
        this.cache = cache;
    }

    /// Whether a stream with this request is for packages.
    public static boolean serves(byte[] request) {
        return request.length > MARK.length && request[0] == MARK[0] && request[1] == MARK[1] && request[2] == MARK[2];
    }

    private static byte[] request(byte what, CodePackage about, long from) {
        Output out = new Output(160);
        for (byte mark : MARK) {
            out.writeByte(mark);
        }
        out.writeByte(what);
        out.writeText(about.id().hex());
        out.writeLong(about.bytes());
        out.writeText(about.name());
        out.writeLong(from);
        return out.toBytes();
    }

    @Override
    public void handle(ByteStream stream) throws IOException {
        Input in = new Input(stream.request());
        for (int i = 0; i < MARK.length; i++) {
            in.readByte();
        }
        byte what = in.readByte();
        CodePackage about = new CodePackage(new PackageId(in.readText()), in.readLong(), in.readText());
        long from = in.readLong();
        if (what == GET) {
            send(stream, about, from);
        } else if (what == PUT) {
            receive(stream, about);
        }
    }

    private void send(ByteStream stream, CodePackage about, long from) throws IOException {
        Optional<PinnedPackage> pinned = cache.pin(about);
        say(stream, pinned.isPresent());
        if (pinned.isPresent()) {
            try (PinnedPackage pin = pinned.get(); FileChannel file = FileChannel.open(pin.file(), StandardOpenOption.READ)) {
                stream.transferFrom(file, from, about.bytes() - from);
            }
        }
    }

    private void receive(ByteStream stream, CodePackage about) throws IOException {
        Optional<PinnedPackage> known = cache.pin(about);
        say(stream, known.isEmpty());
        if (known.isPresent()) {
            known.get().close();
            return;
        }
        try (Incoming incoming = cache.receive(about)) {
            byte[] buffer = new byte[BUFFER];
            for (long left = about.bytes(); left > 0;) {
                ByteBuffer into = ByteBuffer.wrap(buffer, 0, (int) Math.min(left, BUFFER));
                int read = stream.read(into);
                if (read < 0) {
                    throw new IOException("the driver broke off while it sent " + about);
                }
                incoming.write(buffer, 0, read);
                left -= read;
            }
            incoming.finish().close();
        }
        say(stream, true);
    }

    private static void say(ByteStream stream, boolean yes) throws IOException {
        stream.write(ByteBuffer.wrap(new byte[]{yes ? YES : NO}));
    }

    private static boolean hears(ByteStream stream) throws IOException {
        ByteBuffer answer = ByteBuffer.allocate(1);
        stream.readFully(answer);
        return answer.get(0) == YES;
    }

    /// Brings the packages that the head lacks there.
    public static void bring(PackedCode code, Endpoint endpoint, Address head) throws IOException {
        for (CodePackage one : code.packages()) {
            try (ByteStream stream = endpoint.openStream(head, request(PUT, one, 0))) {
                if (hears(stream)) {
                    try (ReadableByteChannel bytes = Channels.newChannel(code.open(one.id(), 0))) {
                        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
                        while (bytes.read(buffer) >= 0) {
                            stream.write(buffer.flip());
                            buffer.clear();
                        }
                    }
                    hears(stream);
                }
            } catch (IOException e) {
                throw new IOException("the package " + one + " cannot be brought to the head at " + head + ": " + e.getMessage(), e);
            }
        }
    }

    /// The packages of the head.
    public static PackageSource of(Endpoint endpoint, Address head, Function<PackageId, CodePackage> known) {
        return (id, from) -> {
            ByteStream stream = endpoint.openStream(head, request(GET, known.apply(id), from));
            boolean there = false;
            try {
                there = hears(stream);
            } finally {
                if (!there) {
                    stream.close();
                }
            }
            if (!there) {
                throw new IOException("the head at " + head + " does not have the package " + id + "; start the program again");
            }
            return new Reading(stream);
        };
    }

    private static final class Reading extends InputStream {
        private final ByteStream stream;

        Reading(ByteStream stream) {
            this.stream = stream;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            return stream.read(ByteBuffer.wrap(into, from, count));
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}
