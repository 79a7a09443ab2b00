package dev.troupe.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// One stream of a worker on disk. At its limit it becomes `….1` and a new one begins, so it never takes more than twice the limit.
/// A full disk costs lines, not the worker.
final class LogFile implements AutoCloseable {
    static final long LIMIT = 8L << 20;

    private final Path path;
    private final long limit;
    private FileChannel channel;
    private long length;
    private boolean broken;

    LogFile(Path path, long limit) throws IOException {
        this.path = path;
        this.limit = limit;
        this.channel = fresh();
    }

    private FileChannel fresh() throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    private Path older() {
        return path.resolveSibling(path.getFileName() + ".1");
    }

    synchronized void write(byte[] bytes, int from, int count) {
        if (!channel.isOpen()) {
            return;
        }
        try {
            if (length >= limit) {
                channel.close();
                Files.move(path, older(), StandardCopyOption.REPLACE_EXISTING);
                channel = fresh();
                length = 0;
            }
            ByteBuffer buffer = ByteBuffer.wrap(bytes, from, count);
            while (buffer.hasRemaining()) {
                length += channel.write(buffer);
            }
        } catch (IOException e) {
            if (!broken) {
                System.getLogger("dev.troupe.node").log(System.Logger.Level.WARNING, "{0} misses lines: {1}", path, e.toString());
            }
            broken = true;
        }
    }

    synchronized boolean isEmpty() {
        return length == 0 && !Files.exists(older());
    }

    Path path() {
        return path;
    }

    void remove() {
        close();
        try {
            Files.deleteIfExists(path);
            Files.deleteIfExists(older());
        } catch (IOException e) {
            System.getLogger("dev.troupe.node").log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", path, e.toString());
        }
    }

    @Override
    public synchronized void close() {
        try {
            channel.close();
        } catch (IOException expected) {
            // nothing was buffered here
        }
    }
}
