/// The calls that one process makes: tasks to any worker with a lease, methods of actors to where the actor lives; retries and cancellation.
package dev.troupe.calls;
