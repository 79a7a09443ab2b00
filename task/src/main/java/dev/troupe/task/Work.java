package dev.troupe.task;

import java.io.Serializable;

/// What every worker process computes: a method reference or a lambda with a result.
///
/// ```java
/// List<Long> counts = Parallel.workers(4).call(Primes::count);
/// ```
///
/// It is serializable so that it can be named to another process; what it captures travels with it, and the result travels back.
@FunctionalInterface
public interface Work<R> extends Serializable {
    R call() throws Exception;
}
