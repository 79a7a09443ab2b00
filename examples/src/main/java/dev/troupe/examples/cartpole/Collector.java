package dev.troupe.examples.cartpole;

import dev.troupe.task.Middleware;
import dev.troupe.task.OnlineRlContext;
import java.util.List;
import java.util.SplittableRandom;

/// Plays many episodes side by side, in each step so many pushes of each.
final class Collector implements Middleware<OnlineRlContext> {
    private final Agent agent;
    private final Recipe recipe;
    private final SplittableRandom random;
    private final CartPole[] environments;

    Collector(Agent agent, Recipe recipe, SplittableRandom random) {
        this.agent = agent;
        this.recipe = recipe;
        this.random = random;
        environments = new CartPole[recipe.environments()];
        for (int i = 0; i < environments.length; i++) {
            environments[i] = new CartPole(random.split());
        }
    }

    /// Plays on where it stopped last time.
    @Override
    public void run(OnlineRlContext ctx) {
        Rollout rollout = Rollout.empty(agent.experience().iteration(), environments.length * recipe.pushes());
        long ended = 0;
        for (int i = 0; i < environments.length; i++) {
            ended += play(environments[i], rollout, i * recipe.pushes());
        }
        ctx.trajectories(List.of(rollout));
        ctx.addEnvSteps(rollout.size());
        ctx.addEnvEpisodes(ended);
    }

    /// @return how many episodes ended
    private int play(CartPole environment, Rollout into, int first) {
        int episodes = 0;
        Judge judge = new Judge(recipe);
        double[] after = new double[Agent.INPUTS];
        for (int i = first; i < first + recipe.pushes(); i++) {
            environment.state().write(into.observations(), i * Agent.INPUTS);
            double value = agent.value(into.observations(), i * Agent.INPUTS);
            double leaning = agent.leaning(into.observations(), i * Agent.INPUTS);
            boolean right = random.nextDouble() < Agent.probability(leaning);
            into.right()[i] = right;
            into.logProbabilities()[i] = Agent.logProbability(right, leaning);
            CartPole.Outcome outcome = environment.push(right);
            environment.state().write(after, 0);
            judge.saw(value, outcome, agent.value(after, 0));
            if (outcome != CartPole.Outcome.GOES_ON) {
                episodes++;
                environment.reset();
            }
        }
        judge.write(into, first);
        return episodes;
    }
}
