/// Ray's Java API in pure Java: remote functions, actors and objects.
package dev.troupe.runtime;
