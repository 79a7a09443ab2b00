package dev.troupe.dijob;

/// Code that travels with a job: a jar or a zip.
///
/// @param name `package.jar` or `package.zip`
@SuppressWarnings("ArrayRecordComponent") // it is sent, never compared
public record CodeFile(String name, byte[] bytes) {
    /// Where the containers of a job find it.
    public static final String DIRECTORY = "/troupe/code";

    /// Its place in a container.
    public String path() {
        return DIRECTORY + "/" + name;
    }
}
