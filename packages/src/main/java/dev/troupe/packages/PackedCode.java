package dev.troupe.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A class path as packages, from which others can fetch them. Jars stay where they are; packed class directories lie in the cache, until this is closed.
public final class PackedCode implements PackageSource, AutoCloseable {
    private final Map<PackageId, Part> parts = new LinkedHashMap<>();

    /// @param stamp of the file, when it was hashed
    /// @param pin if the file is in the cache
    record Part(CodePackage what, Path file, Stamp stamp, Optional<PinnedPackage> pin) {}

    PackedCode(List<Part> parts) {
        parts.forEach(part -> {
            Part same = this.parts.putIfAbsent(part.what().id(), part);
            if (same != null) {
                part.pin().ifPresent(PinnedPackage::close);
            }
        });
    }

    /// In the order of the class path, each once.
    public List<CodePackage> packages() {
        return parts.values().stream().map(Part::what).toList();
    }

    @Override
    public InputStream open(PackageId id, long from) throws IOException {
        Part part = parts.get(id);
        if (part == null) {
            throw new IOException("the package " + id + " does not belong to the class path of this program");
        }
        if (!Stamp.of(part.file()).equals(part.stamp())) {
            throw new IOException(part.file() + " has changed since this program announced it: start the program again");
        }
        return PinnedCode.from(part.file(), from);
    }

    @Override
    public void close() {
        parts.values().forEach(part -> part.pin().ifPresent(PinnedPackage::close));
    }
}
