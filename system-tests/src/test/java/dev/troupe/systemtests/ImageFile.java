package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;

/// What `tools/image` makes, made once; or the file that `TROUPE_IMAGE` names.
final class ImageFile {
    private static Path made;

    private ImageFile() {}

    static synchronized Path made() throws IOException, InterruptedException {
        if (made == null && System.getenv("TROUPE_IMAGE") != null) made = Path.of(System.getenv("TROUPE_IMAGE"));
        if (made == null) {
            // No limit: what it is made of may have to be fetched.
            var process = new ProcessBuilder("tools/image").directory(Shell.ROOT.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            var said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
            if (process.waitFor() != 0) throw new IOException("tools/image: exit code " + process.exitValue());
            made = Path.of(said);
        }
        return made;
    }
}
