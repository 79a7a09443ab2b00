package dev.troupe.cli;

import dev.troupe.dijob.CodeFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A package as one file that can travel. The same files make the same bytes.
final class CodeZip {
    private static final long MOST = 200_000_000;

    private CodeZip() {}

    /// The package cannot travel; the message says why.
    static final class NoCode extends Exception {
        private static final long serialVersionUID = 1;

        NoCode(String sentence) {
            super(sentence);
        }
    }

    static CodeFile of(Path location) throws NoCode, IOException {
        if (Files.isDirectory(location)) {
            return new CodeFile("package.zip", zip(location));
        }
        if (!Files.exists(location)) {
            throw new NoCode(
                    "the package " + location + " is not there" + (location.isAbsolute() ? "" : " in " + Path.of("").toAbsolutePath())
                            + ": name a directory, jar or zip with compiled classes");
        }
        if (Files.size(location) > MOST) {
            throw tooLarge(location);
        }
        byte[] bytes = Files.readAllBytes(location);
        if (bytes.length < 2 || bytes[0] != 'P' || bytes[1] != 'K') {
            throw new NoCode("the package " + location + " is not a directory, jar or zip: name one with compiled classes");
        }
        return new CodeFile(location.toString().endsWith(".jar") ? "package.jar" : "package.zip", bytes);
    }

    private static byte[] zip(Path directory) throws NoCode, IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        if (files.stream().noneMatch(file -> file.toString().endsWith(".class") || file.toString().endsWith(".jar"))) {
            throw new NoCode(
                    "the directory " + directory + " has no classes and no jars: name one with compiled classes, e.g. target/classes");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Path file : files) {
                if (bytes.size() + Files.size(file) > MOST) {
                    throw tooLarge(directory);
                }
                ZipEntry entry = new ZipEntry(directory.relativize(file).toString().replace('\\', '/'));
                entry.setLastModifiedTime(FileTime.fromMillis(0));
                zip.putNextEntry(entry);
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static NoCode tooLarge(Path location) {
        return new NoCode("the package " + location + " has more than " + "%,d".formatted(MOST)
                + " bytes: name only the code (e.g. target/classes), and put data on a volume or into the image");
    }
}
