package dev.troupe.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// One output stream of a worker on disk. A file that reaches its limit is renamed to `….1`, the former `….1` to `….2`, and so on, up to the number of
/// backups; older files are deleted. If the disk is full, lines are lost, but the worker continues.
final class LogFile implements AutoCloseable {
    private final Path path;
    private final Limits limits;
    private FileChannel channel;
    private long length;
    private boolean broken;

    /// How much is kept.
    ///
    /// @param bytes the size limit of one file
    /// @param backups the number of older files
    record Limits(long bytes, int backups) {
        static final Limits USUAL = new Limits(8L << 20, 1);
    }

    LogFile(Path path, Limits limits) throws IOException {
        this.path = path;
        this.limits = limits;
        this.channel = fresh();
    }

    private FileChannel fresh() throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    private Path older(int times) {
        return times == 0 ? path : path.resolveSibling(path.getFileName() + "." + times);
    }

    private void rotate() throws IOException {
        channel.close();
        for (int times = limits.backups; times > 0; times--) {
            if (Files.exists(older(times - 1))) {
                Files.move(older(times - 1), older(times), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        channel = fresh();
        length = 0;
    }

    synchronized void write(byte[] bytes, int from, int count) {
        if (!channel.isOpen()) {
            return;
        }
        try {
            if (length >= limits.bytes) {
                rotate();
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
        return length == 0 && !Files.exists(older(1));
    }

    Path path() {
        return path;
    }

    void remove() {
        close();
        try {
            for (int times = 0; times <= limits.backups; times++) {
                Files.deleteIfExists(older(times));
            }
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
