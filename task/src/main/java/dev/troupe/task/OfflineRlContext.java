package dev.troupe.task;

/// For programs that learn from recorded data. The counters survive the end of a step.
@SuppressWarnings("this-escape") // fields register themselves, nothing else sees them
public class OfflineRlContext extends RlContext {
    private final Field<Long> trainedEnvStep = keptField("trainedEnvStep", Long.class, 0L);
    private final Field<Long> trainEpoch = keptField("trainEpoch", Long.class, 0L);

    /// The number of environment steps in the data that the model was trained with.
    public final long trainedEnvStep() {
        return trainedEnvStep.value();
    }

    public final void trainedEnvStep(long value) {
        trainedEnvStep.set(value);
    }

    /// Adds trained environment steps, atomically.
    public final void addTrainedEnvSteps(long count) {
        trainedEnvStep.update(old -> old + count);
    }

    /// How many times the whole data set was used.
    public final long trainEpoch() {
        return trainEpoch.value();
    }

    public final void trainEpoch(long value) {
        trainEpoch.set(value);
    }

    /// Adds epochs, atomically.
    public final void addTrainEpochs(long count) {
        trainEpoch.update(old -> old + count);
    }
}
