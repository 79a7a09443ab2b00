package dev.troupe.runtime;

import dev.troupe.link.LinkOptions;
import dev.troupe.node.NodeSettings;
import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The settings of one machine of a cluster.
///
/// @param head where the head listens; absent on the machine that has it
/// @param ip at which this machine listens
/// @param port at which it listens; 0 for any free one
/// @param tokenFile with the secret of the cluster, readable only by the user
/// @param fence how long a node continues without an answer of the head
/// @param patience how long it may take to reach the head when joining
/// @param packageLimit bytes of user code that are kept
record ClusterNodeSettings(Optional<Address> head, String ip, int port, Path tokenFile, Token token, LinkOptions links, NodeOffer offer,
        NodeSettings place, String version, Duration fence, Duration patience, long packageLimit) {}
