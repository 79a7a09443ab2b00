package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class DemoViewTest {
    private final StringWriter shown = new StringWriter();
    private final AtomicLong nanos = new AtomicLong();

    private Optional<TerminalSize> size = Optional.of(new TerminalSize(80, 24));

    private DemoView view(boolean live) {
        return new DemoView(new PrintWriter(shown), () -> live ? size : Optional.empty(), false, nanos::get);
    }

    /// Some seconds of six collectors, whose numbers make a long status line.
    private static void train(DemoView view, int seconds) {
        for (int i = 1; i <= seconds; i++) {
            view.line("evaluation: " + 40.0 * i + " after " + 100_000 * i + " steps");
            view.line("progress: " + i + " s, " + 100_000 * i + " steps, " + 1_000 * i + " episodes, " + 1_000 * i
                    + " iterations, 12345 events/s");
        }
    }

    private static long count(String words, String text) {
        return Pattern.compile(words, Pattern.LITERAL).matcher(text).results().count();
    }

    @Test
    void withoutATerminalThereAreLines() {
        var view = view(false);
        nanos.set(2_000_000_000);
        view.line("[0] progress: 9 s, 4096 steps, 81 episodes, 4 iterations, 12 events/s");
        view.line("[0] evaluation: 187.3 after 4096 steps");
        view.line("worker 2 was killed and is restarted, retry 1");
        assertEquals("""
                    2 s  4,096 steps  81 episodes  4 iterations  2,048 steps/s  12 events/s
                    2 s  mean reward 187.3 after 4,096 steps
                worker 2 was killed and is restarted, retry 1
                """.lines().toList(), shown.toString().lines().toList());
        assertEquals(new DemoNews.Evaluation(187.3, 4096), view.best().orElseThrow());
    }

    @Test
    void onATerminalThePlotIsDrawnAgain() {
        var view = view(true);
        view.line("evaluation: 20.0 after 1024 steps");
        assertTrue(!shown.toString().contains("\u001b"), shown.toString());
        view.line("evaluation: 40.0 after 2048 steps");
        assertTrue(shown.toString().contains("\u001b[15A\u001b[J"), shown.toString());
        view.say("something to keep");
        var last = shown.toString().substring(shown.toString().lastIndexOf("\u001b[J"));
        assertTrue(last.startsWith("\u001b[Jsomething to keep"), last);
        assertTrue(last.contains("2,048 steps"), last);
        view.conclude("the end");
        assertTrue(shown.toString().endsWith("events/s" + System.lineSeparator() + "the end" + System.lineSeparator()), shown.toString());
    }

    @Test
    void thePlotIsThereOnceHoweverNarrowTheTerminal() {
        for (var terminal : List.of(new TerminalSize(80, 24), new TerminalSize(79, 24), new TerminalSize(60, 17),
                new TerminalSize(41, 16))) {
            size = Optional.of(terminal);
            shown.getBuffer().setLength(0);
            var view = view(true);
            view.say("CartPole, seed 0: a learner, an evaluator, 6 collectors");
            train(view, 5);
            view.say(
                    "troupe: worker 5 was killed by signal 9 (SIGKILL) and is restarted, retry 1 of 20, which is a line longer than eighty");
            train(view, 5);
            view.conclude("solved");
            var screen = Screen.of(terminal, shown.toString());
            assertEquals(1, count("mean reward of 100 episodes", screen), terminal + "\n" + screen);
            assertEquals(1, count(" 500 |", screen), terminal + "\n" + screen);
            assertEquals(1, count("CartPole, seed 0", screen), terminal + "\n" + screen);
            assertEquals(1, count("   0 s  500,000 steps", screen), terminal + "\n" + screen);
        }
    }

    @Test
    void whereThereIsNoRoomForAPlotThereAreLines() {
        for (var terminal : List.of(new TerminalSize(40, 24), new TerminalSize(80, 15), new TerminalSize(1, 1))) {
            size = Optional.of(terminal);
            shown.getBuffer().setLength(0);
            train(view(true), 3);
            assertEquals(6, shown.toString().lines().count(), shown::toString);
            assertTrue(!shown.toString().contains("\u001b") && !shown.toString().contains("|"), shown::toString);
        }
    }

    @Test
    void aWindowThatIsMadeNarrowerHasThePlotOnce() {
        var view = view(true);
        train(view, 3);
        var wide = Screen.of(size.orElseThrow(), shown.toString());
        assertEquals(1, count("mean reward of 100 episodes", wide), wide);
        size = Optional.of(new TerminalSize(50, 40));
        var narrowed = new StringWriter();
        narrowed.write(wide); // terminals wrap what they show
        int before = shown.getBuffer().length();
        train(view, 3);
        narrowed.write(shown.toString().substring(before));
        var screen = Screen.of(size.orElseThrow(), narrowed.toString());
        assertEquals(1, count("mean reward of 100 episodes", screen), screen);
        assertEquals(1, count(" 500 |", screen), screen);
    }

    @Test
    void whatGoesOnIsDrawnBehindWhatWasThere() {
        var view = view(true);
        view.earlier(List.of(new DemoNews.Evaluation(500, 1000)));
        view.line("evaluation: 20.0 after 2000 steps");
        assertTrue(shown.toString().contains(" 500 |                                *"), shown.toString());
        assertEquals(20, view.best().orElseThrow().reward());
    }

    @Test
    void bytesBecomeLines() {
        List<String> lines = new ArrayList<>();
        var stream = new LineStream(lines::add);
        byte[] bytes = "one\nzwölf\nun".getBytes(StandardCharsets.UTF_8);
        stream.write(bytes, 0, 7);
        stream.write(bytes, 7, bytes.length - 7);
        assertEquals(List.of("one", "zwölf"), lines);
    }
}
