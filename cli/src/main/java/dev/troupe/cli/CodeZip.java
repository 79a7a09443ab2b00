package dev.troupe.cli;

import dev.troupe.jobs.CodeFile;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A package as one file that can be uploaded. The same files make the same bytes. It may be larger than the heap, so it is never in
/// memory as a whole: a directory becomes a temporary file, which is removed when this is closed.
final class CodeZip implements AutoCloseable {
    private static final long MOST = 200_000_000;

    private final CodeFile file;
    private final boolean temporary;

    private CodeZip(CodeFile file, boolean temporary) {
        this.file = file;
        this.temporary = temporary;
    }

    /// The package cannot be uploaded; the message says why.
    static final class NoCode extends Exception {
        private static final long serialVersionUID = 1;

        NoCode(String sentence) {
            super(sentence);
        }
    }

    CodeFile file() {
        return file;
    }

    static CodeZip of(Path location) throws NoCode, IOException {
        if (Files.isDirectory(location)) {
            return zip(location);
        }
        if (!Files.exists(location)) {
            throw new NoCode(
                    "the package " + location + " does not exist" + (location.isAbsolute() ? "" : " in " + Path.of("").toAbsolutePath())
                            + ": name a directory, jar or zip with compiled classes");
        }
        if (Files.size(location) > MOST) {
            throw tooLarge(location);
        }
        if (!isZip(location)) {
            throw new NoCode("the package " + location + " is not a directory, jar or zip: name one with compiled classes");
        }
        String name = location.toString().endsWith(".jar") ? "package.jar" : "package.zip";
        return new CodeZip(new CodeFile(name, location, Files.size(location)), false);
    }

    private static boolean isZip(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(2), new byte[]{'P', 'K'});
        }
    }

    private static CodeZip zip(Path directory) throws NoCode, IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        if (files.stream().noneMatch(file -> file.toString().endsWith(".class") || file.toString().endsWith(".jar"))) {
            throw new NoCode(
                    "the directory " + directory + " has no classes and no jars: name one with compiled classes, e.g. target/classes");
        }
        Path made = Files.createTempFile("troupe-", ".zip");
        made.toFile().deleteOnExit(); // somebody may press Ctrl-C
        try (ZipOutputStream zip = new ZipOutputStream(new Limited(Files.newOutputStream(made)))) {
            for (Path file : files) {
                ZipEntry entry = new ZipEntry(directory.relativize(file).toString().replace('\\', '/'));
                entry.setLastModifiedTime(FileTime.fromMillis(0));
                zip.putNextEntry(entry);
                Files.copy(file, zip);
                zip.closeEntry();
            }
        } catch (TooMuch e) {
            Files.delete(made);
            throw tooLarge(directory);
        }
        return new CodeZip(new CodeFile("package.zip", made, Files.size(made)), true);
    }

    private static NoCode tooLarge(Path location) {
        return new NoCode("the package " + location + " has more than " + "%,d".formatted(MOST)
                + " bytes: name only the code (e.g. target/classes), and put data on a volume or into the image");
    }

    /// Removes the temporary file; a package that was one file already stays.
    void discard() throws IOException {
        if (temporary) {
            Files.deleteIfExists(file.file());
        }
    }

    @Override
    public void close() throws IOException {
        discard();
    }

    /// The package is too large.
    private static final class TooMuch extends IOException {
        private static final long serialVersionUID = 1;
    }

    private static final class Limited extends FilterOutputStream {
        private long left = MOST;

        Limited(OutputStream out) {
            super(new BufferedOutputStream(out));
        }

        @Override
        public void write(int one) throws IOException {
            take(1);
            out.write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            take(length);
            out.write(bytes, from, length);
        }

        private void take(int length) throws TooMuch {
            left -= length;
            if (left < 0) {
                throw new TooMuch();
            }
        }
    }
}
