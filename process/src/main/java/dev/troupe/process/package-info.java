/// Starting a JVM as a worker process and hearing how it is: its command, its output line by line, its end.
package dev.troupe.process;
