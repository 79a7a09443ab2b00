/// Commands on many hosts over ssh: starts and stops the nodes of a cluster, and finds out what keeps a host from joining one.
package dev.troupe.ssh;
