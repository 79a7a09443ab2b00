package dev.troupe.packages;

import dev.troupe.packages.PackedCode.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipException;

/// Makes packages of a class path. A jar is a package as it is, and what its manifest adds to the class path follows it. A class directory becomes a
/// zip, which a JVM can use like a jar. Entries that do not exist are omitted, as by any JVM, and so is every file that is not named like a jar and is
/// none.
public final class Packer {
    private final PackageCache cache;
    private final Set<Path> library;
    private final KnownCode known;

    /// @param cache in which packed class directories are kept
    /// @param library our own jars, which every node has; they are left out
    public Packer(PackageCache cache, Collection<Path> library) throws IOException {
        this(cache, library, KnownCode.SHARED);
    }

    Packer(PackageCache cache, Collection<Path> library, KnownCode known) throws IOException {
        this.cache = cache;
        this.known = known;
        this.library = new HashSet<>();
        for (Path own : library) {
            this.library.add(actual(own));
        }
    }

    /// Packs a class path.
    ///
    /// @param classPath jars and class directories in the order in which they are searched
    /// @throws IOException with a message for the user, which names the entry that cannot be packed
    public PackedCode pack(List<Path> classPath) throws IOException {
        if (classPath.isEmpty()) {
            throw new IOException("the class path is empty, so workers would find no code: name your jars and class directories with -cp");
        }
        if (classPath.stream().noneMatch(Files::exists)) {
            throw new IOException("nothing on the class path exists, so workers would find no code (the first entry is "
                    + classPath.getFirst() + "): build the program, or correct -cp");
        }
        List<Part> parts = new ArrayList<>();
        try {
            Set<Path> seen = new HashSet<>(library);
            for (Path entry : classPath) {
                add(entry.toAbsolutePath().normalize(), seen, parts);
            }
            return new PackedCode(parts);
        } catch (IOException | RuntimeException e) {
            parts.forEach(part -> part.pin().ifPresent(PinnedPackage::close));
            throw e;
        }
    }

    private void add(Path entry, Set<Path> seen, List<Part> parts) throws IOException {
        if (!Files.exists(entry) || !seen.add(actual(entry))) {
            return;
        }
        if (Files.isDirectory(entry)) {
            parts.add(directory(entry));
            return;
        }
        Stamp stamp = Stamp.of(entry);
        Optional<JarFacts> facts = facts(entry, stamp);
        if (facts.isPresent()) {
            String name = CodePackage.nameLike(entry.getFileName().toString());
            parts.add(new Part(new CodePackage(facts.get().id(), stamp.bytes(), name), entry, stamp, Optional.empty()));
            for (Path more : facts.get().classPath()) {
                add(more, seen, parts);
            }
        }
    }

    /// The same for all names of a file.
    private static Path actual(Path entry) throws IOException {
        try {
            return entry.toRealPath();
        } catch (NoSuchFileException missing) {
            return entry.toAbsolutePath().normalize();
        }
    }

    private Optional<JarFacts> facts(Path file, Stamp stamp) throws IOException {
        try {
            return Optional.of(known.jar(file, stamp));
        } catch (ZipException e) {
            if (!isNamedLikeAJar(file)) {
                return Optional.empty();
            }
            throw new IOException("the class path entry " + file + " is not a jar (" + e.getMessage()
                    + "): build it again, or remove it from the class path", e);
        } catch (IOException e) {
            throw new IOException("the class path entry " + file + " cannot be read (" + e
                    + "): make it readable, or remove it from the class path", e);
        }
    }

    private static boolean isNamedLikeAJar(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".jar") || name.endsWith(".zip");
    }

    private Part directory(Path entry) throws IOException {
        if (isNamedLikeAJar(entry)) {
            throw new IOException("the class path entry " + entry
                    + " is a directory, although it is named like a jar: put the jar there, or give the directory another name");
        }
        try {
            Instant now = known.now();
            ClassDirectory content = ClassDirectory.of(entry, cache.directory());
            Optional<CodePackage> before = known.packed(content);
            Optional<PinnedPackage> here = before.isPresent() ? cache.pin(before.get()) : Optional.empty();
            PinnedPackage pin = here.isPresent() ? here.get() : zipped(content);
            known.remember(content, now, pin.what());
            return new Part(pin.what(), pin.file(), Stamp.of(pin.file()), Optional.of(pin));
        } catch (IOException e) {
            throw new IOException("the class path entry " + entry + " cannot be packed: " + e.getMessage(), e);
        }
    }

    private PinnedPackage zipped(ClassDirectory content) throws IOException {
        Path name = content.root().getFileName();
        try (Incoming incoming = cache.receive((name == null ? "root" : name) + ".zip", content.zipBytes())) {
            content.zip(incoming);
            return incoming.finish();
        }
    }
}
