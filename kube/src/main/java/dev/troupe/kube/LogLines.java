package dev.troupe.kube;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/// The lines of a log that a kubelet gives with times: a line ends with a line feed alone, so that what a progress bar prints is one.
/// A long line comes in pieces of 16 KiB, each with a time of its own, put together without a word about it.
final class LogLines {
    private static final int PIECE = 16 << 10;
    private static final int LONGEST_TIME = 40;

    private final InputStream in;
    private String remark = "";

    /// One line.
    record Line(Instant time, String text) {}

    LogLines(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /// The next line with a timestamp; a line without one comes from the kubelet or API server, not from the worker. Empty at the end.
    Optional<Line> next() throws IOException {
        for (byte[] bytes = read(); bytes != null; bytes = read()) {
            int begin = textAt(bytes, 0);
            if (begin > 0) {
                return Optional.of(new Line(Instant.parse(time(bytes, 0, begin)), text(bytes, begin)));
            }
            if (remark.isEmpty()) {
                remark = new String(bytes, StandardCharsets.UTF_8).strip();
            }
        }
        return Optional.empty();
    }

    /// The message of the kubelet or API server that came instead of lines and says why there are none, or no more.
    Optional<String> remark() {
        return remark.isEmpty() ? Optional.empty() : Optional.of(remark);
    }

    private byte[] read() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
        }
        return line.toByteArray();
    }

    private static String text(byte[] line, int begin) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int at = begin;
        while (line.length - at > PIECE && textAt(line, at + PIECE) > 0) {
            text.write(line, at, PIECE);
            at = textAt(line, at + PIECE);
        }
        text.write(line, at, line.length - at);
        return text.toString(StandardCharsets.UTF_8);
    }

    /// Where the text begins behind a time; -1 when there is no time.
    private static int textAt(byte[] line, int from) {
        int end = from;
        while (end < line.length && line[end] != ' ' && end - from < LONGEST_TIME) {
            end++;
        }
        boolean whole = end == line.length || line[end] == ' ';
        return whole && Rows.instant(time(line, from, end)).isPresent() ? Math.min(end + 1, line.length) : -1;
    }

    private static String time(byte[] line, int from, int to) {
        return new String(line, from, to - from, StandardCharsets.US_ASCII).strip();
    }
}
