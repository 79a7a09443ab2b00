package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class DemoViewTest {
    private final StringWriter shown = new StringWriter();
    private final AtomicLong nanos = new AtomicLong();

    private DemoView view(boolean live) {
        return new DemoView(new PrintWriter(shown), live, false, nanos::get);
    }

    @Test
    void withoutATerminalThereAreLines() {
        var view = view(false);
        nanos.set(2_000_000_000);
        view.line("[0] progress: 9 s, 4096 steps, 81 episodes, 4 iterations, 12 events/s");
        view.line("[0] evaluation: 187.3 after 4096 steps");
        view.line("worker 2 was killed and is started again, retry 1");
        assertEquals("""
                    2 s  4,096 steps  81 episodes  4 iterations  2,048 steps/s  12 events/s
                    2 s  mean reward 187.3 after 4,096 steps
                worker 2 was killed and is started again, retry 1
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
