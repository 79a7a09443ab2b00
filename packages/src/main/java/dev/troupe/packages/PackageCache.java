package dev.troupe.packages;

import dev.troupe.process.FileTree;
import dev.troupe.process.LockedDirectory;
import dev.troupe.process.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Packages on this machine, in a directory that all processes of a user share.
///
/// ```
/// packages/
///   <SHA-256>.jar            a package; only whole, checked ones get such a name
///   <SHA-256>.used           its time is when the package was last used
///   process-<time>-<pid>/    what one process has: its pins, which are hard links to packages, and the packages that it writes
/// ```
///
/// Whoever wants a package makes a hard link to it. That is one step for the kernel, so readers need no lock: an eviction at the same moment takes
/// away the shared name, but not the file. The number of links tells whether a package is in use. The directories of dead processes are removed by
/// whoever opens the cache or needs room, so their pins hold nothing.
///
/// Each process checks the hash of a package before it hands it out for the first time, and again when the file was written to since.
///
/// Thread-safe.
public final class PackageCache implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.troupe.packages");
    /// The time of all packages. Whoever writes to one gives it another time, even within the same tick of the file system's clock.
    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2000-01-01T00:00:00Z"));

    private final CacheDirectory directory;
    private final Room room;
    private final AtomicLong lastNumber = new AtomicLong();
    private final Map<PackageId, Stamp> checked = new ConcurrentHashMap<>();
    // Guarded by this.
    private LockedDirectory own;
    private boolean closed;

    private PackageCache(CacheDirectory directory, long limit, LockedDirectory own) {
        this.directory = directory;
        this.room = new Room(directory, limit);
        this.own = own;
    }

    /// Creates the directory, or shares it with the other processes of this user.
    ///
    /// @param limit the number of bytes that all packages may have together; processes that disagree each keep to their own
    /// @throws IOException with a message for the user
    public static PackageCache open(Path directory, long limit) throws IOException {
        return open(directory, limit, InstantSource.system());
    }

    static PackageCache open(Path directory, long limit, InstantSource clock) throws IOException {
        CacheDirectory shared = new CacheDirectory(PrivateDirectory.at(directory), clock);
        shared.sweep();
        return new PackageCache(shared, limit, shared.createProcess());
    }

    /// In the user's directory for caches; without a home directory, in the temporary one.
    public static Path usualDirectory() throws IOException {
        String given = System.getenv("XDG_CACHE_HOME");
        Path home = Path.of(System.getProperty("user.home"));
        if (given != null && given.startsWith("/")) {
            return Path.of(given, "troupe", "packages");
        }
        return home.isAbsolute() && Files.isWritable(home) ? home.resolve(Path.of(".cache", "troupe", "packages"))
                : PrivateDirectory.in(Path.of(System.getProperty("java.io.tmpdir"))).resolve("packages");
    }

    /// Where its files are.
    public Path directory() {
        return directory.path();
    }

    /// A package that is there and undamaged. A damaged one is removed, so that it is fetched again.
    public Optional<PinnedPackage> pin(CodePackage wanted) throws IOException {
        Path shared = directory.file(wanted.id());
        PinnedPackage pin = new PinnedPackage(wanted, newFile(wanted.name()));
        try {
            Files.createLink(pin.file(), shared);
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
        try {
            if (isIntact(wanted.id(), pin.file())) {
                directory.touch(wanted.id());
                return Optional.of(pin);
            }
            Files.deleteIfExists(shared);
        } catch (IOException | RuntimeException e) {
            pin.close();
            throw e;
        }
        pin.close();
        return Optional.empty();
    }

    private boolean isIntact(PackageId id, Path file) throws IOException {
        Stamp stamp = Stamp.of(file);
        if (stamp.equals(checked.get(id))) {
            return true;
        }
        PackageId found = PackageId.of(file);
        if (!found.equals(id)) {
            LOG.log(System.Logger.Level.WARNING, "{0} is damaged and was removed: its SHA-256 is {1}; it will be fetched again",
                    directory.file(id), found);
            return false;
        }
        checked.put(id, stamp);
        return true;
    }

    /// Begins to write a package. Packages that were not used for the longest time are evicted if room is needed.
    ///
    /// @throws IOException with a message for the user, if there is no room
    public Incoming receive(CodePackage announced) throws IOException {
        return receive(announced.name(), Optional.of(announced), announced.bytes(), announced.toString());
    }

    /// Begins to write a package of which only the name is known.
    ///
    /// @param about how many bytes it will have
    public Incoming receive(String name, long about) throws IOException {
        String valid = CodePackage.nameLike(name);
        return receive(valid, Optional.empty(), about, name + " (" + about + " bytes)");
    }

    private Incoming receive(String name, Optional<CodePackage> announced, long bytes, String what) throws IOException {
        Path part = newFile(name + CacheDirectory.PART);
        synchronized (room) { // the next one sees the file of this one, and so the room that it takes
            room.make(what, bytes);
            try {
                return new Incoming(this, name, announced, part, bytes);
            } catch (IOException e) {
                throw notWritten(what, e);
            }
        }
    }

    /// The pin comes first, so that the package is never without one.
    PinnedPackage publish(Path part, CodePackage arrived) throws IOException {
        PinnedPackage pin = new PinnedPackage(arrived, newFile(arrived.name()));
        try {
            Files.setLastModifiedTime(part, LONG_AGO);
            Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("r--------"));
            Files.createLink(pin.file(), part);
            checked.put(arrived.id(), Stamp.of(part));
            directory.touch(arrived.id());
            Files.move(part, directory.file(arrived.id()), StandardCopyOption.ATOMIC_MOVE);
            synchronized (room) {
                room.trim(); // other processes may have written at the same time
            }
        } catch (IOException e) {
            pin.close();
            throw notWritten(arrived.toString(), e);
        }
        return pin;
    }

    IOException notWritten(String what, IOException e) {
        return directory.notWritten(what, e);
    }

    private Path newFile(String name) throws IOException {
        return process().resolve(lastNumber.incrementAndGet() + "-" + name);
    }

    /// The directory of this process. Somebody may have removed the whole cache, which is allowed for caches.
    private synchronized Path process() throws IOException {
        if (closed) {
            throw new IOException("the package cache " + directory.path() + " is closed in this process");
        }
        if (!Files.isDirectory(own.path())) {
            own.close();
            PrivateDirectory.at(directory.path());
            own = directory.createProcess();
        }
        return own.path();
    }

    /// Releases all pins of this object. Packages stay for the next one.
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            FileTree.remove(own.path());
        } catch (NoSuchFileException expected) {
            // somebody removed the whole cache
        }
        own.close();
    }
}
