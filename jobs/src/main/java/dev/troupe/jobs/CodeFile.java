package dev.troupe.jobs;

import java.nio.file.Path;

/// Code that travels with a job: a jar or a zip.
///
/// @param name `package.jar` or `package.zip`
/// @param file where it lies on this machine
/// @param size in bytes
public record CodeFile(String name, Path file, long size) {
    /// Where the containers of a job find it.
    public static final String DIRECTORY = "/troupe/code";

    /// Its place in a container.
    public String path() {
        return DIRECTORY + "/" + name;
    }
}
