package dev.troupe.packages;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;

/// A package on its way into the cache. Its bytes are written one after another, in chunks of any size, and hashed at the same time. Nobody sees the
/// package before [#finish]; closed before that, nothing is left of it.
///
/// Used by one thread at a time.
public final class Incoming extends OutputStream {
    private final PackageCache cache;
    private final String name;
    private final Optional<CodePackage> announced;
    private final Path part;
    private final RandomAccessFile file;
    private final MessageDigest digest = PackageId.digest();
    private long position;

    /// @param announced none if only the bytes tell what it is
    /// @param part is created, with the size that is expected, so that other processes see how much room it takes
    Incoming(PackageCache cache, String name, Optional<CodePackage> announced, Path part, long expected) throws IOException {
        this.cache = cache;
        this.name = name;
        this.announced = announced;
        this.part = part;
        this.file = new RandomAccessFile(part.toFile(), "rw");
        try {
            file.setLength(expected);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /// The number of bytes that have been written. A source that broke off goes on from here.
    public long position() {
        return position;
    }

    @Override
    public void write(int oneByte) throws IOException {
        write(new byte[]{(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (announced.isPresent() && length > announced.get().bytes() - position) {
            throw new WrongBytesException(announced.get() + " was thrown away: more bytes arrived than were announced; fetch it again");
        }
        try {
            file.write(bytes, offset, length);
        } catch (IOException e) {
            throw notWritten(e);
        }
        digest.update(bytes, offset, length);
        position += length;
    }

    /// Checks the hash and makes the package visible to all.
    ///
    /// @throws WrongBytesException if the bytes are not those of the package that was announced
    public PinnedPackage finish() throws IOException {
        CodePackage arrived = new CodePackage(PackageId.of(digest), position, name);
        if (announced.isPresent()) {
            check(announced.get(), arrived);
        }
        try {
            file.setLength(position);
            file.close();
        } catch (IOException e) {
            throw notWritten(e);
        }
        return cache.publish(part, arrived);
    }

    private static void check(CodePackage announced, CodePackage arrived) throws WrongBytesException {
        if (arrived.bytes() < announced.bytes()) {
            throw new WrongBytesException(announced + " was thrown away: only " + arrived.bytes() + " bytes arrived; fetch it again");
        }
        if (!arrived.id().equals(announced.id())) {
            throw new WrongBytesException(announced.name() + " was thrown away: its SHA-256 must be " + announced.id() + ", but is "
                    + arrived.id() + "; it was damaged on its way, or the file has changed meanwhile: try again");
        }
    }

    private IOException notWritten(IOException e) {
        return cache.notWritten(announced.map(CodePackage::toString).orElse(name), e);
    }

    /// Throws away what has been written, unless the package is finished.
    @Override
    public void close() throws IOException {
        file.close();
        Files.deleteIfExists(part);
    }
}
