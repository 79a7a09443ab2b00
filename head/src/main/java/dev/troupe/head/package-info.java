/// Decides: leases, scheduling, actors, placement groups. No input or output of its own.
package dev.troupe.head;
