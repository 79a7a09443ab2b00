package dev.troupe.examples.cartpole;

import dev.troupe.task.Event;
import dev.troupe.task.Middleware;
import dev.troupe.task.OnlineRlContext;
import dev.troupe.task.Task;
import java.util.random.RandomGenerator;

/// Plays as well as the agent can, to see how well that is, and tells the others.
final class Evaluator implements Middleware<OnlineRlContext> {
    static final Event<Evaluation> EVALUATED = Event.of("evaluated", Evaluation.class);

    private static final int EPISODES = 100;
    /// Iterations between two evaluations.
    private static final int EVERY = 2;

    private final Task<OnlineRlContext> task;
    private final Agent agent;
    private final CartPole environment;
    private long next;

    Evaluator(Task<OnlineRlContext> task, Agent agent, RandomGenerator random) {
        this.task = task;
        this.agent = agent;
        environment = new CartPole(random);
    }

    @Override
    public void run(OnlineRlContext ctx) {
        Experience experience = agent.experience();
        // A learner that was restarted is behind for a while.
        if (experience.iteration() >= next || experience.iteration() < next - EVERY) {
            next = experience.iteration() + EVERY;
            double reward = evaluate();
            ctx.evalValue(reward);
            task.emit(EVALUATED, new Evaluation(experience, reward));
        }
    }

    /// The mean over 100 episodes of one for each push.
    double evaluate() {
        double[] observation = new double[Agent.INPUTS];
        long pushes = 0;
        for (int i = 0; i < EPISODES; i++) {
            environment.reset();
            CartPole.Outcome outcome;
            do {
                environment.state().write(observation, 0);
                outcome = environment.push(agent.leaning(observation, 0) > 0);
            } while (outcome == CartPole.Outcome.GOES_ON);
            pushes += environment.steps();
        }
        return (double) pushes / EPISODES;
    }
}
