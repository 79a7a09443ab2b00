/// The calls that one process makes: tasks to any worker with a lease, method calls to the processes of their actors; retries and cancellation.
package dev.troupe.calls;
