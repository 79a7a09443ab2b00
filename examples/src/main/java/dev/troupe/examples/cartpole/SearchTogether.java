package dev.troupe.examples.cartpole;

import dev.troupe.task.Context;
import dev.troupe.task.Parallel;
import dev.troupe.task.Task;
import java.util.SplittableRandom;

/// Three processes search, each on its own; who finds a rule tells the others, and all end.
public class SearchTogether {
    static void play() {
        try (Task<Context> task = Task.start()) {
            SplittableRandom random = new SplittableRandom(task.router().nodeId());
            if (task.matchLabels("node.0")) {
                task.once("found", (Rule rule) -> IO.println("a rule balances the pole: " + (rule.play(100, random) >= 475)));
            }
            task.use(ctx -> {
                Rule guess = Rule.NONE.nearby(random);
                if (guess.play(100, random) == CartPole.MAX_STEPS) {
                    task.emit("found", guess);
                    task.finish();
                }
            });
            task.run();
        }
    }

    public static void main(String[] args) {
        Parallel.workers(3).run(SearchTogether::play);
    }
}
