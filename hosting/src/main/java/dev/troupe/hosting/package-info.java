/// The work that one process runs for others: tasks under their submitters' leases, and the actors that live here.
package dev.troupe.hosting;
