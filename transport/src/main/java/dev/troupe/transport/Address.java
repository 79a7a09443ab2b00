package dev.troupe.transport;

import java.util.Locale;
import java.util.Objects;

/// A place to listen on or to dial: `tcp://host:port`, `ipc:///path/to.sock`, `mem://name`, `redis://host:port/group/7`.
///
/// @param scheme selects the [Transport]
/// @param target the part after `://`, in the format of that transport
public record Address(String scheme, String target) {
    public Address {
        Objects.requireNonNull(scheme);
        Objects.requireNonNull(target);
        if (scheme.isEmpty() || target.isEmpty()) {
            throw new IllegalArgumentException(
                    "address '" + scheme + "://" + target
                            + "' is incomplete; write it like tcp://host:port, ipc:///path/to.sock or mem://name");
        }
    }

    /// Reads an address; without a scheme, `host:port` means TCP.
    public static Address parse(String text) {
        int mark = text.indexOf("://");
        if (mark >= 0) {
            return new Address(text.substring(0, mark).toLowerCase(Locale.ROOT), text.substring(mark + 3));
        }
        Address address = new Address("tcp", text);
        address.port();
        return address;
    }

    /// A TCP address; an IPv6 host may come with or without its brackets.
    public static Address tcp(String host, int port) {
        return new Address("tcp", (host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port);
    }

    /// The host of `host:port`, an IPv6 address without its brackets.
    public String host() {
        String host = target.substring(0, colon());
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /// The port of `host:port`.
    public int port() {
        String digits = target.substring(colon() + 1);
        try {
            int port = Integer.parseInt(digits);
            if (port >= 0 && port <= 65535) {
                return port;
            }
        } catch (NumberFormatException expected) {
            // reported below, like a port out of range
        }
        throw new IllegalArgumentException(
                "address '" + this + "': '" + digits + "' is not a port; write host:port with a port from 0 to 65535");
    }

    private int colon() {
        int colon = target.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("address '" + this + "' has no port; write host:port");
        }
        return colon;
    }

    // Written out, because the JVM builds the equals and hashCode of a record from method handles when they are first called, which would delay the
    // first link of every process.
    @Override
    public boolean equals(Object other) {
        return other instanceof Address address && scheme.equals(address.scheme) && target.equals(address.target);
    }

    @Override
    public int hashCode() {
        return 31 * scheme.hashCode() + target.hashCode();
    }

    @Override
    public String toString() {
        return scheme + "://" + target;
    }
}
