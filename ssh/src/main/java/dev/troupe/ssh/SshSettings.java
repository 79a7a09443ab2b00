package dev.troupe.ssh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// How this user connects to hosts.
///
/// @param folder with the keys, `config` and `known_hosts`
/// @param config a configuration to use instead of those of the user and the system
/// @param environment in which `SSH_AUTH_SOCK` is looked up
/// @param localUser who logs in where neither host nor configuration name anybody
/// @param acceptNew whether the key of a host that was never seen is accepted and remembered
/// @param patience for a connection and for the login
public record SshSettings(Path folder, Optional<Path> config, Map<String, String> environment, String localUser, boolean acceptNew,
        Duration patience) {
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(15);

    public SshSettings { environment = Map.copyOf(environment); }

    /// As `ssh` would connect for the user of this process.
    public static SshSettings ofThisUser(Optional<Path> config, boolean acceptNew) {
        return new SshSettings(Path.of(System.getProperty("user.home"), ".ssh"), config, System.getenv(), System.getProperty("user.name"),
                acceptNew, USUAL_PATIENCE);
    }
}
