package dev.troupe.transport;

import java.util.ServiceLoader;
import java.util.TreeSet;

/// Finds the transport of an address.
public final class Transports {
    private Transports() {}

    /// The built-in transport of the scheme, or the one that the class path offers as a service; throws if there is none.
    public static Transport find(Address address) {
        return switch (address.scheme()) {
            case "tcp" -> new TcpTransport();
            case "ipc" -> new UnixTransport();
            case "mem" -> new MemoryTransport();
            default -> loaded(address);
        };
    }

    private static Transport loaded(Address address) {
        TreeSet<String> known = new TreeSet<>(java.util.List.of("tcp", "ipc", "mem"));
        for (Transport transport : ServiceLoader.load(Transport.class, Transports.class.getClassLoader())) {
            if (transport.scheme().equals(address.scheme())) {
                return transport;
            }
            known.add(transport.scheme());
        }
        throw new IllegalArgumentException("no transport for '" + address + "': the supported schemes are " + String.join(", ", known));
    }
}
