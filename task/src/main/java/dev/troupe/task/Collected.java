package dev.troupe.task;

import java.util.ArrayList;
import java.util.List;

/// The data that a collector sends to the others at the end of a step; the counters are the increase since the last step.
record Collected(List<Object> trajectories, List<Integer> trajectoryEnds, List<Object> episodes, long envSteps, long envEpisodes) {
    static final Collected NOTHING = new Collected(List.of(), List.of(), List.of(), 0, 0);

    /// Made from a context whose counters had these values the last time. Lists are copied, because they are encoded later or shared.
    static Collected from(OnlineRlContext ctx, long envStep, long envEpisode) {
        return new Collected(new ArrayList<>(ctx.trajectories()), new ArrayList<>(ctx.trajectoryEnds()), new ArrayList<>(ctx.episodes()),
                ctx.envStep() - envStep, ctx.envEpisode() - envEpisode);
    }

    boolean isEmpty() {
        return trajectories.isEmpty() && episodes.isEmpty() && envSteps == 0 && envEpisodes == 0;
    }

    Collected countersOnly() {
        return new Collected(List.of(), List.of(), List.of(), envSteps, envEpisodes);
    }

    /// Both together; the episode ends of the later trajectories are shifted behind the earlier ones.
    Collected and(Collected later) {
        List<Integer> ends = new ArrayList<>(trajectoryEnds);
        later.trajectoryEnds.forEach(end -> ends.add(end + trajectories.size()));
        return new Collected(both(trajectories, later.trajectories), ends, both(episodes, later.episodes), envSteps + later.envSteps,
                envEpisodes + later.envEpisodes);
    }

    private static List<Object> both(List<Object> first, List<Object> second) {
        List<Object> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }
}
