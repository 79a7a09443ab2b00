/// What the processes of a cluster say to each other, as bytes and back, and how it reaches them: over links, or within one process.
package dev.troupe.messages;
