package dev.troupe.task;

import java.io.Serializable;

/// The function that every worker process computes: a method reference or a lambda with a result.
///
/// ```java
/// List<Long> counts = Parallel.workers(4).call(Primes::count);
/// ```
///
/// It is serializable so that it can be sent to other processes together with the values it captures; the result is sent back.
@FunctionalInterface
public interface Work<R> extends Serializable {
    R call() throws Exception;
}
