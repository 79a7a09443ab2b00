package dev.troupe.examples.cartpole;

import dev.troupe.task.Middleware;
import dev.troupe.task.OnlineRlContext;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.SplittableRandom;

/// Learns in each step from what the collectors have played since the last one.
final class Learner implements Middleware<OnlineRlContext> {
    private final Agent agent;
    private final Recipe recipe;
    private final Ppo ppo;
    private final long seed;

    Learner(Agent agent, Recipe recipe, long seed) {
        this.agent = agent;
        this.recipe = recipe;
        this.seed = seed;
        ppo = new Ppo(agent, recipe);
    }

    @Override
    public void run(OnlineRlContext ctx) {
        List<Rollout> fresh = ctx.trajectories(Rollout.class).stream()
                .filter(rollout -> Math.abs(ctx.trainIteration() - rollout.iteration()) <= recipe.oldest()).toList();
        if (!fresh.isEmpty()) {
            // Not one generator for all iterations, so that a run which goes on from a checkpoint needs none of it.
            ppo.learn(fresh, new SplittableRandom(seed + ctx.trainIteration()).split());
            ctx.addTrainIterations(1);
            agent.experience(experience(ctx));
        }
    }

    private static Experience experience(OnlineRlContext ctx) {
        return new Experience(ctx.trainIteration(), ctx.envStep(), ctx.envEpisode());
    }

    void save(OnlineRlContext ctx, OutputStream to) throws IOException {
        DataOutputStream out = new DataOutputStream(to);
        out.writeLong(seed);
        out.writeLong(ctx.step());
        out.writeLong(ctx.trainIteration());
        out.writeLong(ctx.envStep());
        out.writeLong(ctx.envEpisode());
        ppo.write(out);
    }

    void restore(OnlineRlContext ctx, InputStream from) throws IOException {
        DataInputStream in = new DataInputStream(from);
        long begunWith = in.readLong();
        if (begunWith != seed) {
            throw new OtherSeedException(begunWith, seed);
        }
        ctx.resumeAt(in.readLong());
        ctx.trainIteration(in.readLong());
        ctx.envStep(in.readLong());
        ctx.envEpisode(in.readLong());
        ppo.read(in);
        agent.experience(experience(ctx));
    }
}
