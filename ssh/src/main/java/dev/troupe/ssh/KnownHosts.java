package dev.troupe.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.client.config.hosts.KnownHostDigest;
import org.apache.sshd.client.config.hosts.KnownHostEntry;
import org.apache.sshd.client.config.hosts.KnownHostHashValue;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.apache.sshd.common.mac.Mac;

/// The keys of hosts that this user has met, in OpenSSH's files. Names in them may be hashed.
final class KnownHosts {
    private static final Object WRITING = new Object();
    private static final SecureRandom CHANCE = new SecureRandom();

    private KnownHosts() {}

    /// A line about a host.
    ///
    /// @param marker `revoked`, `cert-authority` or nothing
    record Line(Path file, int number, Optional<String> marker, String keyType, PublicKey key) {
        boolean isPlain() {
            return marker.isEmpty();
        }
    }

    /// What is known about a key that a host has shown.
    sealed interface Standing {
        record Known() implements Standing {}

        /// Nobody has met the host.
        record New() implements Standing {}

        /// The host had another key.
        record Changed(Line expected) implements Standing {}

        /// Somebody has declared that the key must not be trusted.
        record Revoked(Line line) implements Standing {}
    }

    /// All lines about the host.
    static List<Line> of(Target target) throws IOException {
        List<Line> found = new ArrayList<>();
        for (Path file : target.knownHosts()) {
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            for (int i = 0; i < lines.size(); i++) {
                int number = i + 1;
                line(target, file, number, lines.get(i)).ifPresent(found::add);
            }
        }
        return found;
    }

    /// Like OpenSSH, we skip lines that we do not understand.
    private static Optional<Line> line(Target target, Path file, int number, String text) {
        try {
            KnownHostEntry entry = KnownHostEntry.parseKnownHostEntry(text.strip());
            if (entry == null || !isAbout(target, entry)) {
                return Optional.empty();
            }
            PublicKey key = entry.getKeyEntry().resolvePublicKey(null, PublicKeyEntryResolver.IGNORING);
            return Optional.ofNullable(key)
                    .map(known -> new Line(file, number, Optional.ofNullable(entry.getMarker()), entry.getKeyEntry().getKeyType(), known));
        } catch (IOException | GeneralSecurityException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    /// The library's own answer for names that are not hashed would not let `*` match a host at another port than 22.
    private static boolean isAbout(Target target, KnownHostEntry entry) {
        String hosts = entry.getConfigLine().replaceFirst("^@\\S+\\s+", "").split("\\s", 2)[0];
        return entry.getHashedEntry() == null ? new HostPatterns(List.of(hosts.split(","))).test(target.knownHost())
                : entry.getHashedEntry().isHostMatch(target.knownAs(), target.knownPort());
    }

    static Standing standing(List<Line> lines, PublicKey shown) {
        boolean certified = shown instanceof OpenSshCertificate;
        PublicKey key = shown instanceof OpenSshCertificate certificate ? certificate.getCaPubKey() : shown;
        List<Line> same = lines.stream().filter(line -> KeyUtils.compareKeys(line.key(), key)).toList();
        Optional<Line> revoked = same.stream().filter(line -> line.marker().filter("revoked"::equals).isPresent()).findFirst();
        if (revoked.isPresent()) {
            return new Standing.Revoked(revoked.get());
        }
        if (same.stream().anyMatch(line -> certified ? line.marker().filter("cert-authority"::equals).isPresent() : line.isPlain())) {
            return new Standing.Known();
        }
        return lines.stream().filter(Line::isPlain).findFirst().<Standing>map(Standing.Changed::new).orElse(new Standing.New());
    }

    /// Appends a line for the host.
    static void remember(Target target, PublicKey key) throws IOException {
        Path file = target.knownHosts().getFirst();
        StringBuilder line = new StringBuilder(target.hashed() ? hashed(target) : target.knownHost()).append(' ');
        PublicKeyEntry.appendPublicKeyEntry(line, key);
        synchronized (WRITING) {
            if (!Files.exists(file)) {
                Files.createDirectories(file.toAbsolutePath().getParent(),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            String before = Files.readString(file);
            Files.writeString(file, (before.isEmpty() || before.endsWith("\n") ? "" : "\n") + line + "\n", StandardOpenOption.APPEND);
        }
    }

    private static String hashed(Target target) throws IOException {
        try {
            Mac mac = KnownHostDigest.SHA1.create();
            byte[] salt = new byte[mac.getDefaultBlockSize()];
            CHANCE.nextBytes(salt);
            byte[] digest = KnownHostHashValue.calculateHashValue(target.knownAs(), target.knownPort(), mac, salt);
            return KnownHostHashValue.append(new StringBuilder(), KnownHostDigest.SHA1, salt, digest).toString();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) { // as the library declares it
            throw new IOException("the name of " + target.knownAs() + " could not be hashed", e);
        }
    }
}
