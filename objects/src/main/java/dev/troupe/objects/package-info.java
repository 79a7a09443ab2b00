/// The objects of one process: those that it owns and those that it borrows; reading them, waiting for them, and rebuilding lost ones.
package dev.troupe.objects;
