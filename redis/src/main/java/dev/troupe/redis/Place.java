package dev.troupe.redis;

import dev.troupe.transport.Address;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A node of a group on a Redis server, `redis://host:port/group/nodeId`, and the names of the keys it uses there.
record Place(String host, int port, String group, int nodeId) {
    private static final Pattern TARGET = Pattern.compile("(.+):(\\d{1,5})/([A-Za-z0-9_.-]+)/(\\d{1,9})");

    static Place of(Address address) {
        Matcher parts = TARGET.matcher(address.target());
        if (!parts.matches() || Integer.parseInt(parts.group(2)) > 65535) {
            throw new IllegalArgumentException("address '" + address
                    + "' is not a Redis address; write redis://host:port/group/nodeId"
                    + " with a group of letters, digits, '.', '_' or '-'");
        }
        return new Place(parts.group(1), Integer.parseInt(parts.group(2)), parts.group(3),
                Integer.parseInt(parts.group(4)));
    }

    Place node(int other) {
        return new Place(host, port, group, other);
    }

    Address address() {
        return new Address("redis", host + ":" + port + "/" + group + "/" + nodeId);
    }

    String server() {
        return host + ":" + port;
    }

    /// The key of a living node: its incarnation and a proof that it knows the token.
    byte[] memberKey() {
        return bytes(memberPrefix() + nodeId);
    }

    String memberPrefix() {
        return "troupe:" + group + ":member:";
    }

    /// The stream of connection requests to this node.
    byte[] acceptKey() {
        return bytes("troupe:" + group + ":accept:" + nodeId);
    }

    /// One direction of a connection.
    byte[] streamKey(String connection, Direction direction) {
        return bytes("troupe:" + group + ":stream:" + connection + ":" + direction.name().toLowerCase(java.util.Locale.ROOT));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
