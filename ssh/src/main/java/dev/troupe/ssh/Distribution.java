package dev.troupe.ssh;

import dev.troupe.process.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// An archive of the distribution to copy to hosts, a `.tar.gz` with one folder.
///
/// @param temporary whether the archive was made for this and is deleted afterwards
public record Distribution(Path archive, String version, boolean temporary) implements AutoCloseable {
    /// The one that belongs to the running commands: what `tools/dist` has made in a checkout; an unpacked distribution is packed again.
    ///
    /// @param home the checkout or the unpacked distribution
    /// @throws HostException if there is none
    public static Distribution of(Path home, String version) throws HostException {
        if (!Files.exists(home.resolve("pom.xml"))) {
            return packed(home, version);
        }
        Path made = home.resolve("target", "troupe-" + version + ".tar.gz");
        if (!Files.exists(made)) {
            throw new HostException("there is no " + made + " to copy; make it with: " + home.resolve("tools/dist"));
        }
        return new Distribution(made, version, false);
    }

    private static Distribution packed(Path home, String version) throws HostException {
        try {
            Path folder = PrivateDirectory.in(Path.of(System.getProperty("java.io.tmpdir")));
            Path archive = Files.createTempFile(folder, "distribution-", ".tar.gz");
            List<String> command = List.of("tar", "-C", home.toAbsolutePath().getParent().toString(), "-czf", archive.toString(),
                    home.getFileName().toString());
            Process tar = new ProcessBuilder(command).redirectErrorStream(true).start();
            String printed = new String(tar.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).strip();
            if (tar.waitFor() != 0) {
                Files.delete(archive);
                throw new HostException(home + " could not be packed: " + printed);
            }
            return new Distribution(archive, version, true);
        } catch (IOException e) {
            throw new HostException(home + " could not be packed: " + SshFailures.reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HostException(home + " was not packed, because this thread was interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        if (temporary) {
            Files.deleteIfExists(archive);
        }
    }
}
