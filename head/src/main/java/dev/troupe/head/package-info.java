/// Makes decisions: leases, scheduling, actors, placement groups. Has no input or output of its own.
package dev.troupe.head;
