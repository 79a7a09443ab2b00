package dev.troupe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ChildTest {
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PrintStream target = new PrintStream(shown, true, StandardCharsets.UTF_8);

    @AfterEach
    void stopTheClock() {
        clock.shutdownNow();
    }

    private Child child(String script) throws Exception {
        Child child = Child.start(new ProcessBuilder("sh", "-c", script));
        child.show("7", "[7] ", child.output(), child.errors(), new Console(target, target), clock);
        return child;
    }

    private void awaitShown(String text) {
        while (!shown.toString(StandardCharsets.UTF_8).contains(text)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void itHearsWhatItIsToldAndWhatItPrintsIsShown() throws Exception {
        Child child = child("read word && echo heard $word");
        child.tell(out -> out.writeBytes("this\n"));
        assertEquals(0, child.await());
        child.awaitOutput();
        assertEquals("[7] heard this\n", shown.toString(StandardCharsets.UTF_8));
    }

    @Test
    void oneThatHasEndedHearsNothing() throws Exception {
        Child child = child("exit 3");
        assertEquals(3, child.await());
        child.tell(out -> out.writeBytes("too late\n"));
        assertTrue(child.endBy(System.nanoTime()));
    }

    @Test
    void itsLastWordsAreShownWhenItIsStopped() throws Exception {
        Child child = child("trap 'echo bye; exit 0' TERM; echo ready; while :; do read word || :; done");
        awaitShown("ready");
        child.stop(false);
        assertEquals(0, child.await());
        child.awaitOutput();
        assertTrue(shown.toString(StandardCharsets.UTF_8).endsWith("[7] bye\n"), shown::toString);
    }

    @Test
    void oneThatDoesNotEndInTimeIsKilled() throws Exception {
        Child child = child("trap '' TERM; echo ready; while :; do read word || :; done");
        awaitShown("ready");
        child.stop(false);
        assertFalse(child.endBy(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50)));
        assertEquals(137, child.await());
    }
}
