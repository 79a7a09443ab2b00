package dev.troupe.ssh;

import java.util.Optional;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository;

/// One attempt to connect: where it goes, and why the host was refused. It travels with the connection.
final class Handshake {
    private static final AttributeRepository.AttributeKey<Handshake> KEY = new AttributeRepository.AttributeKey<>();

    private final Target target;
    private volatile String refusal;

    Handshake(Target target) {
        this.target = target;
    }

    AttributeRepository context() {
        return AttributeRepository.ofKeyValuePair(KEY, this);
    }

    static Handshake of(ClientSession session) {
        return session.getConnectionContext().getAttribute(KEY);
    }

    Target target() {
        return target;
    }

    /// Remembers why. Returns false, the answer to the library.
    boolean refuse(String sentence) {
        refusal = sentence;
        return false;
    }

    Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }
}
