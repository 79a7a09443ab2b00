package dev.troupe.examples.cartpole;

import dev.troupe.task.Checkpoint;
import dev.troupe.task.ContextExchange;
import dev.troupe.task.ModelExchange;
import dev.troupe.task.OnlineRlContext;
import dev.troupe.task.Role;
import dev.troupe.task.Router;
import dev.troupe.task.Task;
import dev.troupe.task.TaskFailedException;
import dev.troupe.task.Termination;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// Learns to balance a pole. The same main runs in one process, which then does everything; in many here, and on many servers, where
/// each does what its label says:
///
/// ```
/// java -cp … dev.troupe.examples.cartpole.Train --seed 7
/// ditask --package examples.jar --main dev.troupe.examples.cartpole.Train.main --parallel-workers 4
/// ditask … --labels collector --node-ids 4 --attach-to first-server:50515
/// ```
public final class Train {
    private Train() {}

    public static void main(String[] words) throws IOException {
        Settings settings = Settings.parse(List.of(words));
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            declareRole(task);
            task.roles().forEach(role -> IO.println(word(role) + ", process " + ProcessHandle.current().pid()));
            prepare(task, settings);
            task.run();
        } catch (TaskFailedException e) {
            giveUp(e);
        }
    }

    /// What could not be written cannot be written by another try either, nor does the seed change: by now the task is closed, which ends it
    /// for all.
    private static void giveUp(TaskFailedException e) {
        if (!(e.getCause() instanceof IOException why)) {
            throw e;
        }
        IO.println((why instanceof OtherSeedException ? "refused: " : "failed: ") + why.getMessage());
        if (!Router.current().distributed()) {
            throw e;
        }
    }

    /// By label; who has none by number: first the learner, then the evaluator, then collectors. A single process does everything.
    private static void declareRole(Task<?> task) {
        for (Role role : List.of(Role.LEARNER, Role.COLLECTOR, Role.EVALUATOR)) {
            if (task.matchLabels(word(role))) {
                task.addRole(role);
            }
        }
        if (task.roles().isEmpty() && task.matchLabels("distributed")) {
            task.addRole(switch (task.router().nodeId()) {
                case 0 -> Role.LEARNER;
                case 1 -> Role.EVALUATOR;
                default -> Role.COLLECTOR;
            });
        }
    }

    private static String word(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    static void prepare(Task<OnlineRlContext> task, Settings settings) throws IOException {
        Agent agent = new Agent(new SplittableRandom(settings.seed()));
        Learner learner = new Learner(agent, Recipe.GOOD, settings.seed());
        Checkpoint<OnlineRlContext> checkpoint = Checkpoint
                .of(task, settings.directory().resolve("checkpoint"), learner::save, learner::restore).everyIterations(5);
        if (task.hasRole(Role.LEARNER)) {
            checkpoint.restore();
            draw(task, agent, settings);
        }
        SplittableRandom random = new SplittableRandom(settings.seed() + 1_000_003L * (task.router().nodeId() + 1));
        task.use(ContextExchange.of(task));
        task.use(ModelExchange.of(task, agent::model, agent::become));
        if (task.hasRole(Role.COLLECTOR)) {
            task.use(new Collector(agent, Recipe.GOOD, random.split()));
        }
        if (task.hasRole(Role.LEARNER)) {
            task.use(learner);
            task.use(checkpoint);
            task.use(Termination.of(task).stopValue(settings.stopValue()).maxEnvSteps(settings.maxSteps()));
            task.use(new Progress(task.router()::stats, System::nanoTime, IO::println));
        }
        if (task.hasRole(Role.EVALUATOR)) {
            task.use(new Evaluator(task, agent, random.split()));
        }
    }

    /// Draws the learning curve as evaluations come in.
    private static void draw(Task<?> task, Agent agent, Settings settings) throws IOException {
        Curve curve = new Curve(settings.directory(), settings.stopValue());
        curve.resume(agent.experience());
        task.on(Evaluator.EVALUATED, evaluation -> {
            curve.add(evaluation);
            IO.println(
                    String.format(Locale.ROOT, "evaluation: %.1f after %d steps", evaluation.reward(), evaluation.experience().envStep()));
        });
    }
}
