package dev.troupe.parallel;

import dev.troupe.link.Endpoint;
import dev.troupe.transport.Address;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.BindException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The address where a worker accepts links.
///
/// @param address the address that others dial
/// @param loopbackToo whether it also listens on the same port of 127.0.0.1, for processes on this machine
/// @param mayMove whether a higher port may be used if this one is in use
/// @param leaveFree ports it must not use, because it attaches to another process there
record Door(Address address, boolean loopbackToo, boolean mayMove, Set<Integer> leaveFree) {
    static final String LOOPBACK = "127.0.0.1";
    static final String EVERYWHERE = "0.0.0.0";
    static final int LAST_PORT = 65535;

    Door { leaveFree = Set.copyOf(leaveFree); }

    /// Only at this address.
    static Door at(Address address) {
        return new Door(address, false, false, Set.of());
    }

    /// Starts to listen, and returns the door with its final address, which does not move again.
    Door open(Endpoint endpoint) throws IOException {
        if (!mayMove) {
            endpoint.listen(addresses());
            return this;
        }
        for (int port = address.port();; port++) {
            if (!leaveFree.contains(port)) {
                try {
                    return onPort(port).open(endpoint);
                } catch (IOException e) {
                    if (!(e.getCause() instanceof BindException) || port >= LAST_PORT) {
                        throw e;
                    }
                }
            }
        }
    }

    /// Where a worker tries to listen after a restart: here again, or elsewhere if its plan allows that.
    Door again(Door planned) {
        return new Door(address, loopbackToo, planned.mayMove, planned.leaveFree);
    }

    private Door onPort(int port) {
        return new Door(Address.tcp(address.host(), port), loopbackToo, false, Set.of());
    }

    /// The port, which is the same for every address it listens on.
    List<Address> addresses() {
        return loopbackToo ? List.of(address, Address.tcp(LOOPBACK, address.port())) : List.of(address);
    }

    /// The address that processes on this machine dial.
    Address nearby() {
        boolean everywhere = address.scheme().equals("tcp") && address.host().equals(EVERYWHERE);
        return loopbackToo || everywhere ? Address.tcp(LOOPBACK, address.port()) : address;
    }

    /// The address it listens on, as a text for the user, and why it is not the planned one.
    String shown(Door planned) {
        String here = address.scheme().equals("tcp") ? address.target() : address.toString();
        if (planned.address.equals(address)) {
            return here;
        }
        int port = planned.address.port();
        return here + " (" + port + (planned.leaveFree.contains(port) ? " is the port it attaches to)" : " is in use)");
    }

    void write(DataOutput out) throws IOException {
        Wire.writeText(out, address.toString());
        out.writeBoolean(loopbackToo);
        out.writeBoolean(mayMove);
        Wire.writeTexts(out, leaveFree.stream().map(String::valueOf).toList());
    }

    static Door read(DataInput in) throws IOException {
        return new Door(Address.parse(Wire.readText(in)), in.readBoolean(), in.readBoolean(),
                Wire.readTexts(in).stream().map(Integer::valueOf).collect(Collectors.toSet()));
    }
}
