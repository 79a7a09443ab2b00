package dev.troupe.packages;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What this process has read before, so that files that were not written since need not be read again.
///
/// Thread-safe.
final class KnownCode {
    /// For the whole process, because a program may connect more than once.
    static final KnownCode SHARED = new KnownCode(InstantSource.system());

    private final InstantSource clock;
    private final Map<Path, KnownJar> jars = new ConcurrentHashMap<>();
    private final Map<Path, KnownDirectory> directories = new ConcurrentHashMap<>();

    private record KnownJar(Stamp stamp, JarFacts facts) {}

    private record KnownDirectory(ClassDirectory content, CodePackage packed) {}

    KnownCode(InstantSource clock) {
        this.clock = clock;
    }

    JarFacts jar(Path jar, Stamp stamp) throws IOException {
        KnownJar known = jars.get(jar);
        if (known != null && known.stamp().equals(stamp)) {
            return known.facts();
        }
        Instant now = clock.instant();
        JarFacts facts = JarFacts.of(jar);
        if (stamp.settled(now)) {
            jars.put(jar, new KnownJar(stamp, facts));
        }
        return facts;
    }

    /// The package of a directory that had exactly this content.
    Optional<CodePackage> packed(ClassDirectory directory) {
        return Optional.ofNullable(directories.get(directory.root())).filter(known -> known.content().equals(directory))
                .map(KnownDirectory::packed);
    }

    /// @param read when its content was listed
    void remember(ClassDirectory directory, Instant read, CodePackage packed) {
        if (directory.files().values().stream().allMatch(stamp -> stamp.settled(read))) {
            directories.put(directory.root(), new KnownDirectory(directory, packed));
        }
    }

    Instant now() {
        return clock.instant();
    }
}
