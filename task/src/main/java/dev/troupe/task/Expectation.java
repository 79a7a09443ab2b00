package dev.troupe.task;

import java.time.Duration;
import java.util.Optional;

/// An event that is waited for from the moment this was made, so that nothing is missed between asking and waiting.
///
/// ```java
/// Expectation answer = task.expect("answer");
/// task.emit("question");
/// boolean came = answer.await(Duration.ofSeconds(1)).isPresent();
/// ```
public interface Expectation {
    /// The arguments of the event, or nothing when it has not come in time.
    ///
    /// @throws TaskFailedException when the task fails meanwhile
    Optional<Object[]> await(Duration timeout);
}
