package dev.troupe.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine;

/// What `--version` prints: our version, written into the jar by the build, and the Java it runs on.
final class Version implements CommandLine.IVersionProvider {
    static String number() {
        var build = new Properties();
        try (var in = Version.class.getResourceAsStream("build.properties")) {
            build.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build.getProperty("version");
    }

    @Override
    public String[] getVersion() {
        return new String[]{"troupe " + number() + " (Java " + Runtime.version() + ")"};
    }
}
