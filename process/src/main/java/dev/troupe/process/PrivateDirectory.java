package dev.troupe.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// The one directory of this user below a directory in which every user may create files, such as `/tmp` or `/dev/shm`. All our files
/// in such a place are in it, so no other user can read them, or plant a file, a link or a pipe that we would later open or remove.
///
/// Its name is `troupe-<uid>`. It is never removed, so that a process that ends cannot take it away from another one. Another user may have taken
/// this name before us; then `troupe-<uid>-<number>` is used, and the log says so.
public final class PrivateDirectory {
    private static final Set<PosixFilePermission> OURS_ALONE = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<?> CREATED_SO = PosixFilePermissions.asFileAttribute(OURS_ALONE);
    private static final Path SELF = Path.of("/proc/self/status");
    private static final int ATTEMPTS = 1_000;

    private PrivateDirectory() {}

    /// Finds it, or creates it.
    ///
    /// @throws IOException with a message for the user, if nothing can be created in `parent`
    public static Path in(Path parent) throws IOException {
        try {
            return find(parent, uid());
        } catch (FileSystemException e) {
            throw new IOException("cannot create a directory for this user alone in " + parent + " (" + e
                    + "): allow the user to create files there, or choose another directory", e);
        }
    }

    private static Path find(Path parent, int uid) throws IOException {
        Path usual = usual(parent, uid);
        if (created(usual) || belongsTo(uid, usual)) {
            return usual;
        }
        Path other = other(parent, uid);
        System.getLogger("dev.troupe.process").log(System.Logger.Level.WARNING,
                "{0} is used because {1} is not a private directory of this user: it {2}; remove {1}", other, usual, describe(usual));
        return other;
    }

    /// This very directory, which may be a link to one: finds it, or creates it so that only this user can enter it.
    ///
    /// @throws IOException with a message for the user, if it cannot be created, or others can enter it
    public static Path at(Path directory) throws IOException {
        try {
            if (created(directory)) {
                return directory;
            }
            Path actual = directory.toRealPath();
            if (belongsTo(uid(), actual)) {
                return actual;
            }
            throw new IOException(actual + " must be a private directory of this user, but it " + describe(actual)
                    + ": run chmod 700 on it, or choose another directory");
        } catch (FileSystemException e) {
            throw new IOException("cannot create the directory " + directory + " (" + e
                    + "): allow the user to create files there, or choose another directory", e);
        }
    }

    /// Its usual path, which another user may have taken.
    public static Path usual(Path parent) throws IOException {
        return usual(parent, uid());
    }

    private static Path usual(Path parent, int uid) {
        return parent.resolve("troupe-" + Integer.toUnsignedString(uid));
    }

    /// A directory that was made before, so that the files of dead processes in it are found again; otherwise a new one.
    private static Path other(Path parent, int uid) throws IOException {
        String prefix = usual(parent, uid).getFileName() + "-";
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, prefix + "*")) {
            for (Path path : found) {
                if (belongsTo(uid, path)) {
                    return path;
                }
            }
        }
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path path = parent.resolve(prefix + ThreadLocalRandom.current().nextInt(1_000_000_000));
            if (created(path)) {
                return path;
            }
        }
        throw new IOException("no directory named " + prefix + "… can be created in " + parent + ": another user takes every name");
    }

    /// False if anything of that name exists.
    private static boolean created(Path path) throws IOException {
        try {
            Files.createDirectories(path.getParent());
            Files.createDirectory(path, CREATED_SO);
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        }
    }

    /// Whether it is a directory of this user that no other user can access.
    private static boolean belongsTo(int uid, Path path) throws IOException {
        try {
            Map<String, Object> found = Files.readAttributes(path, "unix:uid,isDirectory,permissions", LinkOption.NOFOLLOW_LINKS);
            return found.get("isDirectory").equals(true) && found.get("uid").equals(uid) && found.get("permissions").equals(OURS_ALONE);
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    private static String describe(Path path) throws IOException {
        try {
            Map<String, Object> found = Files.readAttributes(path, "unix:uid,isDirectory,permissions", LinkOption.NOFOLLOW_LINKS);
            @SuppressWarnings("unchecked")
            String permissions = PosixFilePermissions.toString((Set<PosixFilePermission>) found.get("permissions"));
            return (found.get("isDirectory").equals(true) ? "is a directory" : "is not a directory") + " of user "
                    + Integer.toUnsignedString((int) found.get("uid")) + " with permissions " + permissions;
        } catch (NoSuchFileException gone) {
            return "no longer exists";
        }
    }

    /// The user that owns the files this process creates.
    static int uid() throws IOException {
        for (String line : Files.readAllLines(SELF)) {
            if (line.startsWith("Uid:")) {
                return Integer.parseUnsignedInt(line.substring(line.lastIndexOf('\t') + 1));
            }
        }
        throw new IOException(SELF + " does not say which user runs this process");
    }
}
