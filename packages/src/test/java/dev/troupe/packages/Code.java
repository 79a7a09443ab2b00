package dev.troupe.packages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// What the tests pack, send and keep.
final class Code {
    private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

    private Code() {}

    static byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static CodePackage announce(byte[] bytes, String name) {
        return new CodePackage(new PackageId(HexFormat.of().formatHex(PackageId.digest().digest(bytes))), bytes.length, name);
    }

    static PinnedPackage put(PackageCache cache, byte[] bytes) throws IOException {
        try (Incoming incoming = cache.receive(announce(bytes, "code.jar"))) {
            incoming.write(bytes);
            return incoming.finish();
        }
    }

    static PackageSource source(byte[] bytes) {
        return (_, from) -> new ByteArrayInputStream(bytes, (int) from, bytes.length - (int) from);
    }

    static Path jar(Path file, Map<String, String> entries) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(UTF_8));
            }
        }
        return file;
    }

    static Path file(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /// As if everything in it had been built long ago.
    static void age(Path root) throws IOException {
        for (Path file : all(root)) {
            Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        }
    }

    static List<Path> all(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.sorted().toList();
        }
    }

    /// The names of the files in a cache that belong to no process.
    static List<String> shared(Path cache) throws IOException {
        try (Stream<Path> all = Files.list(cache)) {
            return all.map(file -> file.getFileName().toString()).filter(name -> !name.startsWith("process-")).sorted().toList();
        }
    }

    static List<Path> parts(Path cache) throws IOException {
        return all(cache).stream().filter(file -> file.toString().endsWith(".part")).toList();
    }
}
