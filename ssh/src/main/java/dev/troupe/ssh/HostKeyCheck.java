package dev.troupe.ssh;

import java.io.IOException;
import java.net.SocketAddress;
import java.security.PublicKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.sshd.client.keyverifier.ServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.kex.KexProposalOption;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;

/// Decides whether a host is the one that this user has met before. It also asks the host for a key of a kind that is known: a host has several,
/// and one of another kind would look like a changed key.
final class HostKeyCheck implements ServerKeyVerifier, SessionListener {
    private static final Set<String> KINDS_OF_RSA = Set.of("rsa-sha2-512", "rsa-sha2-256", "ssh-rsa");

    private final boolean acceptNew;

    HostKeyCheck(boolean acceptNew) {
        this.acceptNew = acceptNew;
    }

    @Override
    public void sessionNegotiationOptionsCreated(Session session, Map<KexProposalOption, String> proposal) {
        if (session instanceof ClientSession client) {
            proposal.computeIfPresent(KexProposalOption.SERVERKEYS, (_, kinds) -> known(Handshake.of(client).target(), kinds));
        }
    }

    private static String known(Target target, String kinds) {
        try {
            List<KnownHosts.Line> lines = KnownHosts.of(target);
            boolean certified = lines.stream().anyMatch(line -> !line.isPlain());
            Set<String> known = lines.stream().filter(KnownHosts.Line::isPlain).map(KnownHosts.Line::keyType)
                    .flatMap(kind -> KINDS_OF_RSA.contains(kind) ? KINDS_OF_RSA.stream() : Stream.of(kind)).collect(Collectors.toSet());
            List<String> all = Stream.of(kinds.split(",")).filter(kind -> certified || !kind.contains("-cert-")).toList();
            return Stream.of(all.stream().filter(kind -> kind.contains("-cert-")), all.stream().filter(known::contains),
                    all.stream().filter(kind -> !kind.contains("-cert-") && !known.contains(kind))).flatMap(some -> some)
                    .collect(Collectors.joining(","));
        } catch (IOException unreadable) {
            return kinds; // the check itself will report it
        }
    }

    @Override
    public boolean verifyServerKey(ClientSession session, SocketAddress address, PublicKey key) {
        Handshake handshake = Handshake.of(session);
        try {
            return switch (KnownHosts.standing(KnownHosts.of(handshake.target()), key)) {
                case KnownHosts.Standing.Known _ -> true;
                case KnownHosts.Standing.New _ when acceptNew && !(key instanceof OpenSshCertificate) -> {
                    KnownHosts.remember(handshake.target(), key);
                    yield true;
                }
                case KnownHosts.Standing.New _ -> handshake.refuse(unknown(handshake.target(), key));
                case KnownHosts.Standing.Changed changed -> handshake.refuse(changed(handshake.target(), key, changed.expected()));
                case KnownHosts.Standing.Revoked revoked -> handshake.refuse("THE KEY OF " + handshake.target().knownHost()
                        + " IS REVOKED by line " + revoked.line().number() + " of " + revoked.line().file()
                        + "; do not connect to this host");
            };
        } catch (IOException e) {
            return handshake.refuse("the file of known hosts cannot be used: " + SshFailures.reason(e));
        }
    }

    private static String unknown(Target target, PublicKey key) {
        return "the key of " + target.knownHost() + " is not known (" + described(key) + "); compare it with the one on the host"
                + " (ssh-keygen -lf /etc/ssh/ssh_host_" + file(key) + "_key.pub), then add --accept-new, or connect once with: "
                + target.command();
    }

    private static String changed(Target target, PublicKey key, KnownHosts.Line expected) {
        return "THE KEY OF " + target.knownHost() + " HAS CHANGED: it is " + described(key) + ", but line " + expected.number() + " of "
                + expected.file() + " has " + described(expected.key())
                + ". Somebody may be intercepting the connection. If the host was installed again, remove the old key: ssh-keygen -f "
                + ShellWords.quoted(expected.file().toString()) + " -R " + ShellWords.quoted(target.knownHost());
    }

    private static String described(PublicKey key) {
        return KeyUtils.getKeyType(key) + " " + KeyUtils.getFingerPrint(key);
    }

    private static String file(PublicKey key) {
        String kind = KeyUtils.getKeyType(key);
        return kind.contains("ed25519") ? "ed25519" : kind.contains("ecdsa") ? "ecdsa" : "rsa";
    }
}
