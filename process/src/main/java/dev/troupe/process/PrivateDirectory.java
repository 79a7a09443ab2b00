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

/// The one directory of this user below a directory in which every user may create files, such as `/tmp` or `/dev/shm`. Everything of ours
/// in such a place lies in it: nobody else can look, and nobody else can plant a file, a link or a pipe that we would later open or remove.
///
/// It is named `troupe-<uid>` and is never removed, so no process loses it to another one that is just leaving. Anybody may have taken that
/// name before us. Then another one is used, `troupe-<uid>-<number>`, and the log says so.
public final class PrivateDirectory {
    private static final Set<PosixFilePermission> OURS_ALONE = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<?> CREATED_SO = PosixFilePermissions.asFileAttribute(OURS_ALONE);
    private static final Path SELF = Path.of("/proc/self/status");
    private static final int ATTEMPTS = 1_000;

    private PrivateDirectory() {}

    /// Finds it, or creates it.
    ///
    /// @throws IOException with a sentence for the user, when nothing can be created in `parent`
    public static Path in(Path parent) throws IOException {
        try {
            return find(parent, uid());
        } catch (FileSystemException e) {
            throw new IOException("there can be no directory of this user alone in " + parent + " (" + e
                    + "): let the user create files there, or name another directory", e);
        }
    }

    private static Path find(Path parent, int uid) throws IOException {
        Path usual = usual(parent, uid);
        if (created(usual) || belongsTo(uid, usual)) {
            return usual;
        }
        Path other = other(parent, uid);
        System.getLogger("dev.troupe.process").log(System.Logger.Level.WARNING,
                "{0} is used because {1} is not a directory of this user alone: it {2}; remove that one", other, usual, describe(usual));
        return other;
    }

    /// Where it is unless somebody else has taken the name.
    public static Path usual(Path parent) throws IOException {
        return usual(parent, uid());
    }

    private static Path usual(Path parent, int uid) {
        return parent.resolve("troupe-" + Integer.toUnsignedString(uid));
    }

    /// One of those made before, so that what dead processes left in it is found again; else a new one.
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
        throw new IOException("no directory named " + prefix + "… can be created in " + parent + ": somebody takes every name");
    }

    /// False when there is something of that name, whatever it is.
    private static boolean created(Path path) throws IOException {
        try {
            Files.createDirectories(path.getParent());
            Files.createDirectory(path, CREATED_SO);
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        }
    }

    /// Whether it is a directory that this user made, in which nobody else may do anything.
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
            return (found.get("isDirectory").equals(true) ? "is a directory" : "is no directory") + " of user "
                    + Integer.toUnsignedString((int) found.get("uid")) + " with permissions " + permissions;
        } catch (NoSuchFileException gone) {
            return "is gone again";
        }
    }

    /// The one that owns the files this process creates.
    static int uid() throws IOException {
        for (String line : Files.readAllLines(SELF)) {
            if (line.startsWith("Uid:")) {
                return Integer.parseUnsignedInt(line.substring(line.lastIndexOf('\t') + 1));
            }
        }
        throw new IOException(SELF + " does not say which user runs this process");
    }
}
