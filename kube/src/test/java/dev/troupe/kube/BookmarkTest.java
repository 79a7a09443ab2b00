package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Lines are letters, their times the numbers behind them.
final class BookmarkTest {
    private final Bookmark mark = new Bookmark();

    private String read(String... lines) {
        return String.join(" ",
                List.of(lines).stream().filter(line -> mark.isNew(Instant.ofEpochSecond(Integer.parseInt(line.substring(1)))))
                        .toList());
    }

    @Test
    void linesOfOneTimeAreAllNew() {
        assertEquals("a1 b1 c2 d2", read("a1", "b1", "c2", "d2"));
        assertEquals(Optional.of(Instant.ofEpochSecond(2)), mark.place());
    }

    @Test
    void afterACutLinesComeOnceMoreAndAreNotNew() {
        assertEquals("a1 b2 c2", read("a1", "b2", "c2"));
        mark.reopen();
        assertEquals("d2 e3", read("a1", "b2", "c2", "d2", "e3"));
        mark.reopen();
        assertEquals("f3 g4", read("e3", "f3", "g4"));
    }

    @Test
    void aClockThatIsSetBackLosesNoLine() {
        assertEquals("a5 b3 c4", read("a5", "b3", "c4"));
        mark.reopen();
        assertEquals("d6 e1", read("a5", "b3", "c4", "d6", "e1"));
    }

    @Test
    void aLogOfWhichNothingWasReadHasNoPlace() {
        assertEquals(Optional.empty(), mark.place());
        mark.reopen();
        assertEquals("a1", read("a1"));
    }
}
