package dev.troupe.task;

import java.io.Serializable;

/// The function that every worker process runs: a method reference or a lambda.
///
/// ```java
/// Parallel.workers(2).run(Hello::play);
/// ```
///
/// It is serializable so that it can be sent to other processes together with the values it captures.
@FunctionalInterface
public interface Main extends Serializable {
    void run() throws Exception;
}
