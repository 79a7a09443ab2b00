package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RewardPlotTest {
    @Test
    void rewardsAreDrawnOverSteps() {
        var plot = new RewardPlot(List.of(new DemoNews.Evaluation(0, 0), new DemoNews.Evaluation(250, 3200),
                new DemoNews.Evaluation(500, 6400)), false);
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
    void anEmptyPlotHasItsAxes() {
        var lines = new RewardPlot(List.of(), true).lines();
        assertEquals(14, lines.size());
        assertEquals(" 500 │", lines.get(1));
    }
}
