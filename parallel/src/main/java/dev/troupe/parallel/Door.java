package dev.troupe.parallel;

import dev.troupe.link.Address;
import dev.troupe.link.Endpoint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.BindException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Where a worker waits for others.
///
/// @param address what others dial
/// @param loopbackToo whether it also listens on the same port of 127.0.0.1, for processes of this machine
/// @param mayMove whether a higher port will do when this one is taken
/// @param leaveFree ports it must not take, because it attaches to somebody there
record Door(Address address, boolean loopbackToo, boolean mayMove, Set<Integer> leaveFree) {
    static final String LOOPBACK = "127.0.0.1";
    static final String EVERYWHERE = "0.0.0.0";
    static final int LAST_PORT = 65535;

    Door { leaveFree = Set.copyOf(leaveFree); }

    /// At this address and nowhere else.
    static Door at(Address address) {
        return new Door(address, false, false, Set.of());
    }

    /// Starts to listen, and returns the door as it is now: it does not move again.
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

    /// Where a worker tries to listen in its next life: here again, and elsewhere if its plan allows that.
    Door again(Door planned) {
        return new Door(address, loopbackToo, planned.mayMove, planned.leaveFree);
    }

    private Door onPort(int port) {
        return new Door(Address.tcp(address.host(), port), loopbackToo, false, Set.of());
    }

    /// Of every address it listens on, the port is the same.
    List<Address> addresses() {
        return loopbackToo ? List.of(address, Address.tcp(LOOPBACK, address.port())) : List.of(address);
    }

    /// What processes of this machine dial.
    Address nearby() {
        boolean everywhere = address.scheme().equals("tcp") && address.host().equals(EVERYWHERE);
        return loopbackToo || everywhere ? Address.tcp(LOOPBACK, address.port()) : address;
    }

    /// Where it listens, in words for the user, and why not where it was planned.
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
