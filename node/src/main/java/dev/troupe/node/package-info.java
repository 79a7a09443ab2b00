/// One machine of a cluster: starts and watches worker processes, owns the object store.
package dev.troupe.node;
