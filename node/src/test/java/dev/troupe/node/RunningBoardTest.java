package dev.troupe.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningBoardTest {
    @TempDir
    private Path directory;

    @Test
    void whatBeganAndDidNotEndIsRead() throws IOException {
        Path file = directory.resolve("1.board");
        RunningBoard.create(file);
        assertEquals(new RunningBoard.Reading(false, false, Set.of()), RunningBoard.read(file));
        RunningBoard board = RunningBoard.map(file);
        board.up();
        board.begin(0, 1);
        board.begin(RunningBoard.SLOTS - 1, Long.MAX_VALUE);
        board.begin(2, 3, 4);
        board.end(2);
        board.begin(3, 5, 6);
        board.begin(5, 7);
        board.end(5);
        assertEquals(new RunningBoard.Reading(true, false, Set.of(1L, 5L, 6L, Long.MAX_VALUE)), RunningBoard.read(file));
        board.leaving();
        assertEquals(new RunningBoard.Reading(true, true, Set.of(1L, 5L, 6L, Long.MAX_VALUE)), RunningBoard.read(file));
        assertThrows(IndexOutOfBoundsException.class, () -> board.begin(RunningBoard.SLOTS, 1));
    }
}
