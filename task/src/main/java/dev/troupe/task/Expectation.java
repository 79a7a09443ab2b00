package dev.troupe.task;

import java.time.Duration;
import java.util.Optional;

/// An event that is awaited from the moment this object is created, so that none is missed between the request and the wait.
///
/// ```java
/// Expectation answer = task.expect("answer");
/// task.emit("question");
/// boolean came = answer.await(Duration.ofSeconds(1)).isPresent();
/// ```
public interface Expectation {
    /// The arguments of the event, or nothing if it did not arrive in time.
    ///
    /// @throws TaskFailedException if the task fails in the meantime
    Optional<Object[]> await(Duration timeout);
}
