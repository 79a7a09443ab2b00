/// One node's object store: mapped memory that several processes read, spilled to disk when full.
package dev.troupe.store;
