/// One node's object store: mapped memory that several processes read, spilled to disk when full. Start with [ObjectStore].
package dev.troupe.store;
