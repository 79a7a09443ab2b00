/// Starting a JVM as a worker process and hearing how it is: its command, its output line by line, its end; and where its files are out of others' reach.
package dev.troupe.process;
