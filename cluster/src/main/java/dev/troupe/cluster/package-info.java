/// The head and the stores as services: what a process asks and tells them, in the same process or over a link.
package dev.troupe.cluster;
