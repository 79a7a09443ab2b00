/// Starts JVMs as worker processes and observes them: their command line, their output line by line, their end; and private directories for their files.
package dev.troupe.process;
