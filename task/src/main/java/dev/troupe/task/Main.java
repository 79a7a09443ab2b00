package dev.troupe.task;

import java.io.Serializable;

/// What every worker process runs: a method reference or a lambda.
///
/// ```java
/// Parallel.workers(2).run(Hello::play);
/// ```
///
/// It is serializable so that it can be named to another process; what it captures travels with it.
@FunctionalInterface
public interface Main extends Serializable {
    void run() throws Exception;
}
