package dev.troupe.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsTest {
    @TempDir
    private Path directory;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void take(LogTail.Stream stream, String text) {
        stream.take(bytes(text), 0, bytes(text).length);
    }

    @Test
    void aLogTakesNoMoreThanItsLimitAndItsBackups() throws IOException {
        Path path = directory.resolve("worker-1.out");
        LogFile log = new LogFile(path, new LogFile.Limits(1_000, 2));
        assertTrue(log.isEmpty());
        for (int i = 0; i < 1_000; i++) {
            log.write(bytes("line " + i + "\n"), 0, bytes("line " + i + "\n").length);
        }
        assertFalse(log.isEmpty());
        log.close();
        Path older = directory.resolve("worker-1.out.1");
        Path oldest = directory.resolve("worker-1.out.2");
        for (Path each : List.of(path, older, oldest)) {
            assertTrue(Files.size(each) <= 1_010);
        }
        assertFalse(Files.exists(directory.resolve("worker-1.out.3")));
        List<String> kept = IntStream.range(0, 1_000).mapToObj(i -> "line " + i).toList();
        String all = Files.readString(oldest) + Files.readString(older) + Files.readString(path);
        assertEquals(kept.subList(1_000 - (int) all.lines().count(), 1_000), all.lines().toList(), "the last ones, none missing");
        log.write(bytes("late"), 0, 4);
        log.remove();
        assertFalse(Files.exists(path) || Files.exists(older) || Files.exists(oldest));
    }

    @Test
    void theTailHasTheLastLinesOfBothStreams() {
        LogTail tail = new LogTail();
        LogTail.Stream out = tail.stream();
        LogTail.Stream err = tail.stream();
        take(out, "a\nb");
        take(err, "failed\r\n");
        take(out, "c\nunfinished");
        assertEquals(List.of("a", "failed", "bc", "unfinished"), tail.lines());
        IntStream.range(0, 50).forEach(i -> take(err, i + "\n"));
        assertEquals(20, tail.lines().size());
        assertEquals("unfinished", tail.lines().getLast());
    }

    @Test
    void junkStaysShortAndReadable() {
        LogTail tail = new LogTail();
        LogTail.Stream out = tail.stream();
        take(out, "x".repeat(100_000) + "\u0000\u001b[31mred\u0007\n\ttext\u0001\n");
        assertEquals(List.of("x".repeat(500), "\ttext"), tail.lines());
    }

    @Test
    void whoPrintsTooFastWaits() {
        long[] now = {0};
        Pace pace = new Pace(() -> now[0]);
        assertEquals(0, pace.after(16 << 20), "a burst is free");
        assertEquals(500_000_000, pace.after(10 << 20), "20 MiB a second");
        now[0] += 500_000_000;
        assertEquals(50_000_000, pace.after(1 << 20));
        now[0] = Long.MAX_VALUE / 2;
        assertEquals(0, pace.after(1 << 20));
    }
}
