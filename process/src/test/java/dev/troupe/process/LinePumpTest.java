package dev.troupe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinePumpTest {
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PrintStream target = new PrintStream(shown, true, StandardCharsets.UTF_8);
    private final Console console = new Console(target, target);

    @AfterEach
    void stopTheClock() {
        clock.shutdownNow();
    }

    private LinePump pump(int node, InputStream from) {
        return new LinePump("[" + node + "] ", from, console, target, clock);
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Test
    void everyLineGetsThePrefixEmptyOnesToo() {
        pump(7, text("a\n\nb\r\nlast")).run();
        assertEquals("[7] a\n[7] \n[7] b\r\n[7] last\n", shown());
    }

    @Test
    void nothingInNothingOut() {
        pump(7, text("")).run();
        assertEquals("", shown());
    }

    @Test
    void linesOfManyWorkersNeverMix() throws InterruptedException {
        String line = "x".repeat(100);
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(node -> Thread.ofPlatform().start(pump(node, text((line + node + "\n").repeat(5_000))))).toList();
        for (Thread thread : threads) {
            thread.join();
        }
        List<String> lines = shown().lines().toList();
        assertEquals(20_000, lines.size());
        lines.forEach(l -> assertEquals("[" + l.charAt(1) + "] " + line + l.charAt(1), l));
    }

    @Test
    void aLineWithoutEndIsCutSoThatMemoryStaysBounded() {
        long total = 40L << 20;
        int[] longest = {0};
        long[] seen = {0};
        OutputStream counting = new OutputStream() {
            @Override
            public void write(int b) {
                seen[0]++;
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                longest[0] = Math.max(longest[0], length);
                seen[0] += length;
            }
        };
        PrintStream sink = new PrintStream(counting, false, StandardCharsets.UTF_8);
        new LinePump("[0] ", new Endless(total), new Console(sink, sink), sink, clock).run();
        assertTrue(seen[0] >= total, "nothing is left out");
        assertTrue(longest[0] <= 100 * 1024, "at most one line at a time, not " + longest[0]);
    }

    @Test
    void anUnfinishedLineIsShownAfterAWhileAndEndedBeforeOthersSpeak() throws Exception {
        CountDownLatch visible = new CountDownLatch(1);
        PrintStream telling = new PrintStream(shown, true, StandardCharsets.UTF_8) {
            @Override
            public void write(byte[] bytes, int from, int length) {
                super.write(bytes, from, length);
                if (new String(bytes, from, length, StandardCharsets.UTF_8).contains("50 %")) {
                    visible.countDown();
                }
            }
        };
        Console shared = new Console(telling, telling);
        Thread thread;
        try (PipedOutputStream worker = new PipedOutputStream()) {
            PipedInputStream from = new PipedInputStream(worker);
            thread = Thread.ofPlatform().start(new LinePump("[0] ", from, shared, telling, clock));
            worker.write("done 50 %".getBytes(StandardCharsets.UTF_8));
            worker.flush();
            assertTrue(visible.await(20, TimeUnit.SECONDS));
            new LinePump("[1] ", text("me too\n"), shared, telling, clock).run();
            worker.write("100 %\n".getBytes(StandardCharsets.UTF_8));
        }
        thread.join();
        assertEquals("[0] done 50 %\n[1] me too\n[0] 100 %\n", shown());
    }

    /// Bytes without a line end.
    private static final class Endless extends InputStream {
        private long left;

        Endless(long bytes) {
            left = bytes;
        }

        @Override
        public int read() throws IOException {
            throw new IOException("only in bulk");
        }

        @Override
        public int read(byte[] into, int from, int length) {
            int count = (int) Math.min(length, left);
            left -= count;
            return count == 0 ? -1 : count;
        }
    }
}
