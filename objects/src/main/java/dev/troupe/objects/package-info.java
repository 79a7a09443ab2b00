/// The objects of one process: those that it owns, those that it borrows from others, reading them, waiting for them, making lost ones again.
package dev.troupe.objects;
