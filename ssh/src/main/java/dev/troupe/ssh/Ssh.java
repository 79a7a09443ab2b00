package dev.troupe.ssh;

import dev.troupe.text.Durations;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.KeyPair;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.config.hosts.HostConfigEntry;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.util.net.SshdSocketAddress;
import org.apache.sshd.core.CoreModuleProperties;

/// Connects to hosts with the keys, the agent, the configuration and the known hosts of a user, as `ssh` does. It never asks anything: keys
/// are the only way to log in. Any thread may use it.
public final class Ssh implements AutoCloseable {
    /// What the library logs is about failures that we report ourselves. Held here, because a logger without a reference forgets its level.
    private static final Logger LIBRARY = Logger.getLogger("org.apache.sshd");

    private final SshSettings settings;
    private final SshConfig config;
    private final Identities identities = new Identities();
    private final SshClient client;

    private Ssh(SshSettings settings, SshConfig config, SshClient client) {
        this.settings = settings;
        this.config = config;
        this.client = client;
    }

    /// Reads the configuration; connects to no host yet.
    ///
    /// @throws HostException if ssh's configuration cannot be read
    public static Ssh with(SshSettings settings) throws HostException {
        if (LIBRARY.getLevel() == null) {
            LIBRARY.setLevel(Level.OFF);
        }
        SshConfig config = new SshConfig(settings);
        HostKeyCheck check = new HostKeyCheck(settings.acceptNew());
        SshClient client = ClientBuilder.builder().serverKeyVerifier(check).build();
        client.addSessionListener(check);
        client.setAgentFactory(new AgentConnector());
        client.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        CoreModuleProperties.IO_CONNECT_TIMEOUT.set(client, settings.patience());
        CoreModuleProperties.AUTH_TIMEOUT.set(client, settings.patience().multipliedBy(2)); // ours ends first, and knows why
        client.start();
        return new Ssh(settings, config, client);
    }

    /// Connects and logs in.
    ///
    /// @throws HostException if that is impossible
    SshSession connect(Host host) throws HostException {
        Target target = config.target(host);
        return new SshSession(target, open(target));
    }

    private ClientSession open(Target target) throws HostException {
        if (target.via().isEmpty()) {
            return logIn(target, target.hostName(), target.port());
        }
        ClientSession jump = open(target.via().get());
        try {
            SshdSocketAddress here = jump.startLocalPortForwarding(
                    new SshdSocketAddress(InetAddress.getLoopbackAddress().getHostAddress(), 0),
                    new SshdSocketAddress(target.hostName(), target.port()));
            ClientSession session = logIn(target, here.getHostName(), here.getPort());
            session.addCloseFutureListener(_ -> jump.close(true));
            return session;
        } catch (IOException e) {
            jump.close(true);
            throw new HostException("no connection from " + target.via().get() + " to " + target + ": " + SshFailures.reason(e), e);
        } catch (HostException e) {
            jump.close(true);
            throw e;
        }
    }

    private ClientSession logIn(Target target, String name, int port) throws HostException {
        Handshake handshake = new Handshake(target);
        Optional<ClientSession> session = Optional.empty();
        try {
            HostConfigEntry entry = new HostConfigEntry("", resolved(target, name, port).getAddress().getHostAddress(), port,
                    target.user());
            entry.setIdentitiesOnly(true); // which are ours alone
            session = Optional.of(client.connect(entry, handshake.context(), null).verify(settings.patience()).getSession());
            session.get().setKeyIdentityProvider(KeyIdentityProvider.wrapKeyPairs(keys(target)));
            session.get().auth().verify(settings.patience());
            return session.get();
        } catch (IOException | RuntimeException e) {
            session.ifPresent(one -> one.close(true));
            throw new HostException(handshake.refusal().orElseGet(() -> isAboutKeys(e) ? refused(target)
                    : SshFailures.sentence(target, e, Durations.text(settings.patience()))), e);
        }
    }

    /// "No more authentication methods available", or "Too many authentication failures" as sshd puts it.
    private static boolean isAboutKeys(Throwable e) {
        return String.valueOf(e.getMessage()).contains("authentication") || (e.getCause() != null && isAboutKeys(e.getCause()));
    }

    private static InetSocketAddress resolved(Target target, String name, int port) throws HostException {
        try {
            return new InetSocketAddress(InetAddress.getByName(name), port);
        } catch (UnknownHostException e) {
            throw new HostException("the name '" + target.hostName() + "' has no address; check the spelling, or write the address", e);
        }
    }

    private List<KeyPair> keys(Target target) {
        return identities.of(target).stream().flatMap(identity -> identity.pairs().stream()).toList();
    }

    private String refused(Target target) {
        List<Identities.Identity> all = identities.of(target);
        String offered = Stream.concat(target.agent().stream().map(socket -> "those of the agent at " + socket),
                all.stream().filter(identity -> !identity.pairs().isEmpty()).map(identity -> identity.file().toString()))
                .collect(Collectors.joining(", "));
        String problems = all.stream().flatMap(identity -> identity.problem().stream()).map(problem -> "; " + problem)
                .collect(Collectors.joining());
        return target + " accepts none of your keys (" + (offered.isEmpty() ? "there is none" : offered) + ")" + problems
                + "; authorise one with: ssh-copy-id " + (target.port() == Target.SSH_PORT ? "" : "-p " + target.port() + " ")
                + target.user() + "@" + target.hostName();
    }

    @Override
    public void close() {
        client.stop();
    }
}
