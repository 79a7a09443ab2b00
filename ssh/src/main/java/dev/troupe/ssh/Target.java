package dev.troupe.ssh;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Where a connection goes, after ssh's configuration was applied.
///
/// @param knownAs the name under which its key is kept
/// @param knownPort the port under which its key is kept
/// @param identities files of private keys, which need not exist
/// @param identitiesOnly whether the agent may offer only the keys of these files
/// @param agent the socket of the agent
/// @param knownHosts files; new keys are written into the first one
/// @param hashed whether names are hashed in what is written
/// @param via the host through which the connection goes
record Target(String user, String hostName, int port, String knownAs, int knownPort, List<Path> identities, boolean identitiesOnly,
        Optional<Path> agent, List<Path> knownHosts, boolean hashed, Optional<Target> via) {
    static final int SSH_PORT = 22;

    Target {
        identities = List.copyOf(identities);
        knownHosts = List.copyOf(knownHosts);
    }

    /// As `known_hosts` writes the host.
    String knownHost() {
        return knownPort == SSH_PORT ? knownAs : "[" + knownAs + "]:" + knownPort;
    }

    /// What a user types to connect there by hand.
    String command() {
        return "ssh " + via.map(jump -> "-J " + jump + " ").orElse("") + (port == SSH_PORT ? "" : "-p " + port + " ") + user + "@"
                + hostName;
    }

    @Override
    public String toString() {
        return user + "@" + (hostName.contains(":") ? "[" + hostName + "]" : hostName) + (port == SSH_PORT ? "" : ":" + port);
    }
}
