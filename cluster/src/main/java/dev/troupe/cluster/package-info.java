/// The head and the stores as services: requests and reports to them, in the same process or over a link.
package dev.troupe.cluster;
