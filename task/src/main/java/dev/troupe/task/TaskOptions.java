package dev.troupe.task;

import java.util.LinkedHashSet;
import java.util.Set;

/// The options of a task.
///
/// ```java
/// Task.start(new Context(), TaskOptions.defaults().withAsyncMode(true).withAsyncWorkers(4));
/// ```
///
/// @param asyncMode whether the middleware of one step run concurrently
/// @param asyncWorkers how many of them at the same time
/// @param errorPolicy what happens if a listener throws
/// @param labels labels of this task in addition to those of its process
public record TaskOptions(boolean asyncMode, int asyncWorkers, ErrorPolicy errorPolicy, Set<String> labels) {
    public TaskOptions {
        if (asyncWorkers < 1) {
            throw new IllegalArgumentException("asyncWorkers is " + asyncWorkers + "; at least 1 is needed");
        }
        if (errorPolicy == null) {
            throw new IllegalArgumentException("errorPolicy is null; set it to FAIL or LOG");
        }
        labels = Set.copyOf(labels);
    }

    /// One middleware after the other, three workers if async mode is enabled, and a listener's failure fails the task.
    public static TaskOptions defaults() {
        return new TaskOptions(false, 3, ErrorPolicy.FAIL, Set.of());
    }

    public TaskOptions withAsyncMode(boolean on) {
        return new TaskOptions(on, asyncWorkers, errorPolicy, labels);
    }

    public TaskOptions withAsyncWorkers(int count) {
        return new TaskOptions(asyncMode, count, errorPolicy, labels);
    }

    public TaskOptions withErrorPolicy(ErrorPolicy policy) {
        return new TaskOptions(asyncMode, asyncWorkers, policy, labels);
    }

    /// Adds labels.
    public TaskOptions withLabels(String... more) {
        Set<String> all = new LinkedHashSet<>(labels);
        all.addAll(Set.of(more));
        return new TaskOptions(asyncMode, asyncWorkers, errorPolicy, all);
    }
}
