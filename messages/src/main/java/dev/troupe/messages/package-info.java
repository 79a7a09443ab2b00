/// The messages between the processes of a cluster, their encoding, and their transport: over links, or within one process.
package dev.troupe.messages;
