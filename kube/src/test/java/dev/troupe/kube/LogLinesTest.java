package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LogLinesTest {
    private static final String TIME = "2026-01-01T12:00:01.123456789Z ";

    private static List<String> read(String log) throws IOException {
        List<String> read = new ArrayList<>();
        LogLines lines = new LogLines(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)));
        for (Optional<LogLines.Line> line = lines.next(); line.isPresent(); line = lines.next()) {
            assertEquals(TIME.strip(), line.get().time().toString());
            read.add(line.get().text());
        }
        return read;
    }

    @Test
    void aLineEndsWithALineFeedAlone() throws IOException {
        assertEquals(List.of("ten %\rtwenty %", "", "no end"), read(TIME + "ten %\rtwenty %\n" + TIME + "\n" + TIME + "no end"));
    }

    @Test
    void aLongLineIsPutTogetherWithoutTheTimesOfItsPieces() throws IOException {
        String piece = "é".repeat(8 << 10);
        assertEquals(List.of(piece + piece + "end", "next"), read(TIME + piece + TIME + piece + TIME + "end\n" + TIME + "next\n"));
        String whole = "a".repeat(40_000);
        assertEquals(List.of(whole), read(TIME + whole + "\n"), "where nobody cuts lines");
    }

    @Test
    void whatHasNoTimeIsNotOfTheWorker() throws IOException {
        String log = "unable to retrieve container logs\n\n" + TIME + "a\n";
        assertEquals(List.of("a"), read(log));
        LogLines lines = new LogLines(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)));
        assertEquals("a", lines.next().orElseThrow().text());
        assertEquals(Optional.of("unable to retrieve container logs"), lines.remark());
    }
}
