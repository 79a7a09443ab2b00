package dev.troupe.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.apache.sshd.common.util.io.resource.PathResource;
import org.apache.sshd.common.util.security.SecurityUtils;

/// The keys in the files of this user. Each file is read once. Keys with a passphrase are the agent's to offer.
final class Identities {
    private final Map<Path, Identity> read = new ConcurrentHashMap<>();

    /// The keys of one file, or why there are none.
    record Identity(Path file, List<KeyPair> pairs, Optional<String> problem) {}

    List<Identity> of(Target target) {
        return target.identities().stream().map(file -> read.computeIfAbsent(file, Identities::load)).toList();
    }

    private static Identity load(Path file) {
        if (!Files.exists(file)) {
            return new Identity(file, List.of(), Optional.empty());
        }
        AtomicBoolean encrypted = new AtomicBoolean();
        FilePasswordProvider none = (_, _, _) -> {
            encrypted.set(true);
            return null;
        };
        try (InputStream in = Files.newInputStream(file)) {
            List<KeyPair> pairs = new ArrayList<>();
            Iterable<KeyPair> found = SecurityUtils.loadKeyPairIdentities(null, new PathResource(file), in, none);
            if (found != null) {
                found.forEach(pairs::add);
            }
            return new Identity(file, List.copyOf(pairs),
                    pairs.isEmpty() ? Optional.of(encrypted.get() ? hasPassphrase(file) : file + " is not a private key")
                            : Optional.empty());
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            return new Identity(file, List.of(),
                    Optional.of(encrypted.get() ? hasPassphrase(file) : file + " cannot be used: " + SshFailures.reason(e)));
        }
    }

    private static String hasPassphrase(Path file) {
        return file + " has a passphrase: add it to the agent with: ssh-add " + ShellWords.quoted(file.toString());
    }

    /// The public keys that belong to the files, to choose those of the agent.
    static List<PublicKey> publicKeys(Target target) {
        return target.identities().stream().map(file -> file.resolveSibling(file.getFileName() + ".pub")).map(Identities::publicKey)
                .flatMap(Optional::stream).toList();
    }

    private static Optional<PublicKey> publicKey(Path file) {
        try {
            return Files.exists(file)
                    ? Optional.ofNullable(PublicKeyEntry.parsePublicKeyEntry(Files.readString(file).strip())
                            .resolvePublicKey(null, Map.of(), PublicKeyEntryResolver.IGNORING))
                    : Optional.empty();
        } catch (IOException | GeneralSecurityException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }
}
