package dev.troupe.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Where a host is and who logs in there, as OpenSSH's configuration files say. The first value that applies to a host counts.
final class SshConfig {
    private static final Path OF_SYSTEM = Path.of("/etc/ssh/ssh_config");
    private static final Path KEYS_OF_SYSTEM = Path.of("/etc/ssh/ssh_known_hosts");
    private static final List<String> USUAL_KEYS = List.of("id_ed25519", "id_ecdsa", "id_rsa");
    private static final int MOST_JUMPS = 8;

    private final SshSettings settings;
    private final List<SshConfigFile.Block> blocks = new ArrayList<>();

    /// @throws HostException if a file that exists cannot be read
    SshConfig(SshSettings settings) throws HostException {
        this.settings = settings;
        List<Path> files = settings.config().map(List::of).orElse(List.of(settings.folder().resolve("config"), OF_SYSTEM));
        for (Path file : files) {
            try {
                if (settings.config().isPresent() || Files.exists(file)) {
                    blocks.addAll(
                            new SshConfigFile(file.equals(OF_SYSTEM) ? OF_SYSTEM.getParent() : settings.folder(), this::path).read(file));
                }
            } catch (IOException | UncheckedIOException e) {
                throw new HostException("the ssh configuration " + file + " cannot be read: " + SshFailures.reason(e), e);
            }
        }
    }

    /// @throws HostException if the configuration of the host asks for something that is not supported
    Target target(Host host) throws HostException {
        return target(host.user(), host.name(), host.port().stream().boxed().findFirst(), MOST_JUMPS);
    }

    private Target target(Optional<String> asked, String alias, Optional<Integer> port, int jumps) throws HostException {
        Values values = new Values(alias);
        String user = asked.or(() -> values.first("user")).orElse(settings.localUser());
        String hostName = values.first("hostname").orElse("%h").replace("%h", alias).replace("%%", "%");
        int number = port.isPresent() ? port.get() : port(alias, values);
        refuseProxyCommand(alias, values);
        Optional<String> otherName = values.first("hostkeyalias");
        List<Path> identities = values.all("identityfile").isEmpty()
                ? USUAL_KEYS.stream().map(settings.folder()::resolve).toList()
                : values.all("identityfile").stream().filter(file -> !file.equals("none"))
                        .map(file -> path(file.replace("%h", hostName).replace("%r", user).replace("%u", settings.localUser()))).toList();
        return new Target(user, hostName, number, otherName.orElse(hostName), otherName.isPresent() ? Target.SSH_PORT : number, identities,
                values.first("identitiesonly").filter("yes"::equals).isPresent(), agent(values), knownHosts(values),
                values.first("hashknownhosts").filter("yes"::equals).isPresent(), jump(alias, values, jumps));
    }

    private static int port(String alias, Values values) throws HostException {
        String text = values.first("port").orElse(Integer.toString(Target.SSH_PORT));
        if (!text.matches("[0-9]{1,5}")) {
            throw new HostException("the ssh configuration of " + alias + " has the Port '" + text + "'; write a number");
        }
        return Integer.parseInt(text);
    }

    private static void refuseProxyCommand(String alias, Values values) throws HostException {
        boolean jumps = values.first("proxyjump").isPresent();
        if (!jumps && values.first("proxycommand").filter(command -> !command.equals("none")).isPresent()) {
            throw new HostException("the ssh configuration of " + alias + " has a ProxyCommand, which is not supported; "
                    + "use ProxyJump instead");
        }
    }

    private Optional<Path> agent(Values values) {
        Optional<String> named = values.first("identityagent");
        Optional<String> ofEnvironment = Optional.ofNullable(settings.environment().get("SSH_AUTH_SOCK"))
                .filter(socket -> !socket.isEmpty());
        return named.filter("none"::equals).isPresent() ? Optional.empty()
                : named.filter(name -> !name.equals("SSH_AUTH_SOCK")).or(() -> ofEnvironment).map(this::path);
    }

    private List<Path> knownHosts(Values values) {
        List<Path> ofUser = values.words("userknownhostsfile").map(words -> words.stream().map(this::path).toList())
                .orElse(List.of(settings.folder().resolve("known_hosts"), settings.folder().resolve("known_hosts2")));
        List<Path> ofSystem = values.words("globalknownhostsfile").map(words -> words.stream().map(this::path).toList())
                .orElse(List.of(KEYS_OF_SYSTEM));
        return Stream.concat(ofUser.stream(), ofSystem.stream()).toList();
    }

    /// The last of several hosts is the nearest to the target.
    private Optional<Target> jump(String alias, Values values, int jumps) throws HostException {
        Optional<String> hops = values.first("proxyjump").filter(hop -> !hop.equals("none"));
        if (hops.isEmpty()) {
            return Optional.empty();
        }
        if (jumps == 0) {
            throw new HostException("the ssh configuration of " + alias + " jumps in a circle; remove a ProxyJump");
        }
        Optional<Target> via = Optional.empty();
        for (String hop : hops.get().split(",", -1)) {
            Host host = hop(alias, hop.strip().replaceFirst("^ssh://", ""));
            Target next = target(host.user(), host.name(), host.port().stream().boxed().findFirst(), jumps - 1);
            Optional<Target> before = via;
            via = Optional.of(before.isEmpty() ? next
                    : new Target(next.user(), next.hostName(), next.port(), next.knownAs(), next.knownPort(), next.identities(),
                            next.identitiesOnly(), next.agent(), next.knownHosts(), next.hashed(), before));
        }
        return via;
    }

    private static Host hop(String alias, String text) throws HostException {
        try {
            return Host.of(text);
        } catch (IllegalArgumentException e) {
            throw new HostException("the ssh configuration of " + alias + " has a ProxyJump that cannot be used: " + e.getMessage(), e);
        }
    }

    private Path path(String text) {
        Path home = Optional.ofNullable(settings.folder().getParent()).orElse(settings.folder());
        String plain = text.replace("%d", home.toString()).replace("%%", "%");
        return plain.equals("~") ? home : plain.startsWith("~/") ? home.resolve(plain.substring(2)) : Path.of(plain);
    }

    /// What applies to one host.
    private final class Values {
        private final String alias;

        Values(String alias) {
            this.alias = alias;
        }

        private Stream<List<String>> of(String key) {
            return blocks.stream().filter(block -> block.key().equals(key.toLowerCase(Locale.ROOT)) && block.applies().test(alias))
                    .map(SshConfigFile.Block::words);
        }

        Optional<List<String>> words(String key) {
            return of(key).findFirst();
        }

        Optional<String> first(String key) {
            return words(key).map(words -> String.join(" ", words));
        }

        List<String> all(String key) {
            return of(key).map(words -> String.join(" ", words)).toList();
        }
    }
}
