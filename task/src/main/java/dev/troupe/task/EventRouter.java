package dev.troupe.task;

import java.util.function.Consumer;

/// A router that tasks can attach to.
interface EventRouter extends Router {
    /// Opens the events of one task. `onFailure` is called on the listener thread and must not block.
    Events attach(ErrorPolicy policy, Consumer<TaskFailedException> onFailure);
}
