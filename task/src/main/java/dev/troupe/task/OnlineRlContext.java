package dev.troupe.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// The context of programs that play and learn from their games. The counters of environment steps and episodes, like those of [RlContext], survive
/// the end of a step; the data does not.
///
/// ```java
/// try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
///     task.use(ctx -> {
///         ctx.trajectories(List.of("left", "right"));
///         ctx.addEnvSteps(2);
///     });
///     task.use(ctx -> ctx.addTrainIterations(ctx.trajectories(String.class).size()));
///     task.run(10);
///     IO.println(task.context().envStep() + " steps, " + task.context().trainIteration() + " iterations");
/// }
/// ```
@SuppressWarnings("this-escape") // fields register themselves, nothing else sees them
public class OnlineRlContext extends RlContext {
    private final Field<Long> envStep = keptField("envStep", Long.class, 0L);
    private final Field<Long> envEpisode = keptField("envEpisode", Long.class, 0L);
    private final Field<Map<String, Object>> collectOptions = field("collectOptions", Map.class, Map.of());
    private final Field<Object> observations = field("observations", Object.class, null);
    private final Field<Object> action = field("action", Object.class, null);
    private final Field<Object> inferenceOutput = field("inferenceOutput", Object.class, null);
    private final Field<List<?>> trajectories = field("trajectories", List.class, List.of());
    private final Field<List<Integer>> trajectoryEnds = field("trajectoryEnds", List.class, List.of());
    private final Field<List<?>> episodes = field("episodes", List.class, List.of());

    /// Steps taken in environments.
    public final long envStep() {
        return envStep.value();
    }

    public final void envStep(long value) {
        envStep.set(value);
    }

    /// Adds environment steps, atomically.
    public final void addEnvSteps(long count) {
        envStep.update(old -> old + count);
    }

    /// Episodes played to their end.
    public final long envEpisode() {
        return envEpisode.value();
    }

    public final void envEpisode(long value) {
        envEpisode.set(value);
    }

    /// Adds episodes, atomically.
    public final void addEnvEpisodes(long count) {
        envEpisode.update(old -> old + count);
    }

    /// How to collect in this step, e.g. the amount of exploration.
    public final Map<String, Object> collectOptions() {
        return collectOptions.value();
    }

    public final void collectOptions(Map<String, Object> value) {
        collectOptions.set(value);
    }

    /// The observations of the environments, or null.
    public final Object observations() {
        return observations.value();
    }

    public final <T> T observations(Class<T> type) {
        return get("observations", type);
    }

    public final void observations(Object value) {
        observations.set(value);
    }

    /// The actions in the environments, or null.
    public final Object action() {
        return action.value();
    }

    public final <T> T action(Class<T> type) {
        return get("action", type);
    }

    public final void action(Object value) {
        action.set(value);
    }

    /// The output of the model for the observations, or null.
    public final Object inferenceOutput() {
        return inferenceOutput.value();
    }

    public final <T> T inferenceOutput(Class<T> type) {
        return get("inferenceOutput", type);
    }

    public final void inferenceOutput(Object value) {
        inferenceOutput.set(value);
    }

    /// The trajectories collected in this step.
    public final List<?> trajectories() {
        return trajectories.value();
    }

    /// The trajectories collected in this step.
    ///
    /// @throws ClassCastException if one of them has another type
    public final <T> List<T> trajectories(Class<T> type) {
        return typed("trajectories", trajectories(), type);
    }

    public final void trajectories(List<?> value) {
        trajectories.set(value);
    }

    /// The positions in the trajectories at which episodes end.
    public final List<Integer> trajectoryEnds() {
        return trajectoryEnds.value();
    }

    public final void trajectoryEnds(List<Integer> value) {
        trajectoryEnds.set(value);
    }

    /// The whole episodes collected in this step.
    public final List<?> episodes() {
        return episodes.value();
    }

    /// The whole episodes collected in this step.
    ///
    /// @throws ClassCastException if one of them has another type
    public final <T> List<T> episodes(Class<T> type) {
        return typed("episodes", episodes(), type);
    }

    public final void episodes(List<?> value) {
        episodes.set(value);
    }

    private static <T> List<T> typed(String name, List<?> values, Class<T> type) {
        List<T> typed = new ArrayList<>(values.size());
        for (Object value : values) {
            if (value != null && !type.isInstance(value)) {
                throw new ClassCastException(name + " contain a " + value.getClass().getName() + ", not only " + type.getName());
            }
            typed.add(type.cast(value));
        }
        return Collections.unmodifiableList(typed);
    }
}
