package dev.troupe.node;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The last lines of both streams of a worker, in the order in which they arrived. It keeps the beginning of a long line, and only the
/// printable part of binary output.
final class LogTail {
    static final int LINES = 20;
    private static final int LONGEST = 500;

    private final Deque<byte[]> lines = new ArrayDeque<>();
    private final List<Stream> streams = new ArrayList<>();

    /// One of the worker's streams.
    final class Stream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        void take(byte[] bytes, int from, int count) {
            synchronized (LogTail.this) {
                for (int i = from; i < from + count; i++) {
                    if (bytes[i] == '\n') {
                        finish();
                    } else if (line.size() < LONGEST) {
                        line.write(bytes[i]);
                    }
                }
            }
        }

        private void finish() {
            add(lines, line.toByteArray());
            line.reset();
        }
    }

    synchronized Stream stream() {
        streams.add(new Stream());
        return streams.getLast();
    }

    private static void add(Deque<byte[]> lines, byte[] line) {
        if (lines.size() == LINES) {
            lines.removeFirst();
        }
        lines.addLast(line);
    }

    /// Includes an unfinished line.
    synchronized List<String> lines() {
        Deque<byte[]> all = new ArrayDeque<>(lines);
        streams.stream().filter(stream -> stream.line.size() > 0).forEach(stream -> add(all, stream.line.toByteArray()));
        return all.stream().map(LogTail::text).toList();
    }

    private static String text(byte[] line) {
        return new String(line, StandardCharsets.UTF_8).replaceAll("[\\p{Cntrl}&&[^\\t]]", "").stripTrailing();
    }
}
