package dev.troupe.packages;

import dev.troupe.process.ClassPath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The packages of a job on this machine, which stay until this is closed. Other machines can fetch them from here.
public final class PinnedCode implements PackageSource, AutoCloseable {
    private final List<PinnedPackage> pins;

    PinnedCode(List<PinnedPackage> pins) {
        this.pins = List.copyOf(pins);
    }

    /// In the order of the packages. Jars and packed class directories are used as they are.
    public ClassPath classPath() {
        return new ClassPath(pins.stream().map(PinnedPackage::file).toList());
    }

    public List<CodePackage> packages() {
        return pins.stream().map(PinnedPackage::what).toList();
    }

    @Override
    public InputStream open(PackageId id, long from) throws IOException {
        for (PinnedPackage pin : pins) {
            if (pin.what().id().equals(id)) {
                return from(pin.file(), from);
            }
        }
        throw new IOException("the package " + id + " does not belong to this job");
    }

    static InputStream from(Path file, long position) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            in.skipNBytes(position);
            return in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    @Override
    public void close() {
        pins.forEach(PinnedPackage::close);
    }
}
