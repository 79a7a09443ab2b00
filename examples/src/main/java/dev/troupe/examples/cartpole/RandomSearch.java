package dev.troupe.examples.cartpole;

import dev.troupe.task.OnlineRlContext;
import dev.troupe.task.Task;
import dev.troupe.task.Termination;
import java.util.SplittableRandom;

/// Several middleware share a context: one guesses a rule, one tries it, one ends the search when it is good enough.
public class RandomSearch {
    public static void main(String[] args) {
        SplittableRandom random = new SplittableRandom(1);
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            task.use(ctx -> ctx.action(Rule.NONE.nearby(random)));
            task.use(ctx -> ctx.evalValue(ctx.action(Rule.class).play(100, random)));
            task.use(Termination.of(task).stopValue(475));
            task.run();
            IO.println("guess " + task.context().step() + " balances the pole");
        }
    }
}
