package dev.troupe.task;

import java.util.Map;

/// The fields that all reinforcement learning programs share: training and evaluation.
///
/// The train iteration and the last evaluation survive the end of a step.
public abstract class RlContext extends Context {
    private final Field<Long> trainIteration = keptField("trainIteration", Long.class, 0L);
    private final Field<Object> trainData = field("trainData", Object.class, null);
    private final Field<Map<String, Object>> trainOutput = field("trainOutput", Map.class, Map.of());
    private final Field<Double> evalValue = field("evalValue", Double.class, Double.NEGATIVE_INFINITY);
    private final Field<Map<String, Object>> evalOutput = field("evalOutput", Map.class, Map.of());
    private final Field<Long> lastEvalIteration = keptField("lastEvalIteration", Long.class, -1L);
    private final Field<Double> lastEvalValue = keptField("lastEvalValue", Double.class, Double.NEGATIVE_INFINITY);
    private final Field<Map<String, Object>> logged = field("logged", Map.class, Map.of());

    RlContext() {}

    /// How often the model was trained.
    public final long trainIteration() {
        return trainIteration.value();
    }

    public final void trainIteration(long value) {
        trainIteration.set(value);
    }

    /// Adds train iterations, atomically.
    public final void addTrainIterations(long count) {
        trainIteration.update(old -> old + count);
    }

    /// The data that the model is trained with in this step, or null.
    public final Object trainData() {
        return trainData.value();
    }

    /// The data that the model is trained with in this step, or null.
    public final <T> T trainData(Class<T> type) {
        return get("trainData", type);
    }

    public final void trainData(Object value) {
        trainData.set(value);
    }

    /// The results of the training of this step, such as its loss.
    public final Map<String, Object> trainOutput() {
        return trainOutput.value();
    }

    public final void trainOutput(Map<String, Object> value) {
        trainOutput.set(value);
    }

    /// The quality of the model if it was evaluated in this step; else negative infinity.
    public final double evalValue() {
        return evalValue.value();
    }

    /// Sets the value of this step's evaluation, and with it the last one.
    public final void evalValue(double value) {
        evalValue.set(value);
        lastEvalValue.set(value);
        lastEvalIteration.set(trainIteration());
    }

    /// Other results of the evaluation of this step.
    public final Map<String, Object> evalOutput() {
        return evalOutput.value();
    }

    public final void evalOutput(Map<String, Object> value) {
        evalOutput.set(value);
    }

    /// The train iteration of the last evaluation; -1 before the first.
    public final long lastEvalIteration() {
        return lastEvalIteration.value();
    }

    public final void lastEvalIteration(long value) {
        lastEvalIteration.set(value);
    }

    /// The value of the last evaluation; negative infinity before the first.
    public final double lastEvalValue() {
        return lastEvalValue.value();
    }

    public final void lastEvalValue(double value) {
        lastEvalValue.set(value);
    }

    /// Values of this step that middleware want to log.
    public final Map<String, Object> logged() {
        return logged.value();
    }

    public final void logged(Map<String, Object> value) {
        logged.set(value);
    }
}
