package dev.troupe.examples.cartpole;

import dev.troupe.task.ContextExchange;
import dev.troupe.task.ModelExchange;
import dev.troupe.task.OnlineRlContext;
import dev.troupe.task.Parallel;
import dev.troupe.task.Role;
import dev.troupe.task.Task;
import dev.troupe.task.Termination;
import java.util.List;
import java.util.SplittableRandom;

/// Each process has a role: collectors try rules near the best one, the learner keeps the best, the evaluator says when it is good
/// enough. In a single process, which has all roles, the same middleware do the same.
public class SearchByRoles {
    /// A rule, and how it went.
    record Trial(Rule rule, double reward) {}

    private Trial best = new Trial(Rule.NONE, 0);

    private void search(Task<OnlineRlContext> task) {
        SplittableRandom random = new SplittableRandom(task.router().nodeId());
        task.use(ContextExchange.of(task));
        task.use(ModelExchange.of(task, () -> best, (Trial newest) -> best = newest));
        if (task.hasRole(Role.COLLECTOR)) {
            task.use(ctx -> {
                Rule rule = best.rule().nearby(random);
                ctx.trajectories(List.of(new Trial(rule, rule.play(10, random))));
            });
        }
        if (task.hasRole(Role.LEARNER)) {
            task.use(ctx -> ctx.trajectories(Trial.class).stream().filter(trial -> trial.reward() >= best.reward())
                    .forEach(trial -> best = trial));
            task.use(Termination.of(task).stopValue(475));
        }
        if (task.hasRole(Role.EVALUATOR)) {
            task.use(ctx -> ctx.evalValue(best.rule().play(100, random)));
        }
        task.run();
        if (task.hasRole(Role.LEARNER)) {
            IO.println("the best rule balances the pole: " + (task.context().lastEvalValue() >= 475));
        }
    }

    static void play() {
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            if (task.matchLabels("distributed")) {
                takeRole(task);
            }
            new SearchByRoles().search(task);
        }
    }

    /// Of two processes the second has to collect as well.
    private static void takeRole(Task<?> task) {
        task.addRole(switch (task.router().nodeId()) {
            case 0 -> Role.LEARNER;
            case 1 -> Role.EVALUATOR;
            default -> Role.COLLECTOR;
        });
        if (task.router().nodeId() == 1 && task.router().peers().size() == 1) {
            task.addRole(Role.COLLECTOR);
        }
    }

    public static void main(String[] args) {
        Parallel.workers(4).run(SearchByRoles::play);
    }
}
