package dev.troupe.examples.cartpole;

import dev.troupe.task.Context;
import dev.troupe.task.Task;
import java.util.SplittableRandom;

/// A task of one middleware: it pushes the cart to the right until the pole has fallen.
public class FirstSteps {
    public static void main(String[] args) {
        CartPole pole = new CartPole(new SplittableRandom(1));
        try (Task<Context> task = Task.start()) {
            task.use(ctx -> {
                if (pole.push(true) == CartPole.Outcome.FALLEN) {
                    task.finish();
                }
            });
            task.run();
            IO.println("the pole fell after " + task.context().step() + " pushes");
        }
    }
}
