package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RewardPlotTest {
    @Test
    void rewardsAreDrawnOverSteps() {
        var plot = new RewardPlot(List.of(new DemoNews.Evaluation(0, 0), new DemoNews.Evaluation(250, 3200),
                new DemoNews.Evaluation(500, 6400)), false, 80);
        assertEquals("""
                mean reward of 100 episodes
                 500 |                                                            ...*
                     |                                                      ......
                 400 |                                                ......
                     |                                          ......
                 300 |                                    ......
                     |                             ...*...
                 200 |                       ......
                     |                .......
                 100 |          ......
                     |    ......
                   0 |*...
                     +----------------------------------------------------------------
                      0                                                    6,400 steps
                """.strip().lines().map(String::stripTrailing).toList(), plot.lines().stream().map(String::stripTrailing).toList());
    }

    @Test
    void aNarrowTerminalHasANarrowPlot() {
        for (int columns : new int[]{RewardPlot.LEAST_COLUMNS, 50, 69, 70, 200}) {
            var lines = new RewardPlot(List.of(new DemoNews.Evaluation(20, 0), new DemoNews.Evaluation(500, 2_000_000)), true, columns)
                    .lines();
            assertEquals(Math.min(columns, 70), lines.stream().mapToInt(String::length).max().orElseThrow(), lines::toString);
            assertEquals(RewardPlot.LINES, lines.size());
        }
    }

    @Test
    void anEmptyPlotHasItsAxes() {
        var lines = new RewardPlot(List.of(), true, 80).lines();
        assertEquals(RewardPlot.LINES, lines.size());
        assertEquals(" 500 │", lines.get(1));
    }
}
