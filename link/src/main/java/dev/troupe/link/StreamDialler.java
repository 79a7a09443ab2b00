package dev.troupe.link;

import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Transports;
import java.io.IOException;
import java.util.function.Predicate;

/// Opens one stream: dials once, and proves for what.
record StreamDialler(Endpoint endpoint, Address to, Predicate<Identity> meant) {
    ByteStream open(byte[] request) throws IOException {
        Connection connection = Transports.find(to).dial(to, endpoint.transportOptions());
        boolean opened = false;
        try {
            endpoint.heart().watch(connection, endpoint.options().handshake());
            ByteStream stream = greeted(connection, request);
            opened = true;
            return stream;
        } catch (RefusedException e) {
            throw e.reason() == RefusedException.Reason.BUSY ? new BusyException(e.getMessage()) : e;
        } catch (IOException e) {
            throw endpoint.heart().done(connection) || endpoint.closed()
                    ? Dialler.explained(to, e)
                    : new IOException(to + " did not finish the handshake within " + endpoint.options().handshake().toMillis() + " ms", e);
        } finally {
            endpoint.heart().done(connection);
            if (!opened) {
                connection.close();
            }
        }
    }

    private ByteStream greeted(Connection connection, byte[] request) throws IOException {
        Handshake handshake = endpoint.handshake(connection);
        Identity peer = handshake.hello();
        if (!meant.test(peer)) {
            throw new IOException("node " + peer.nodeId() + " of another run listens on " + to + " now");
        }
        handshake.proveStream(request);
        if (!endpoint.heart().done(connection)) {
            throw new IOException("the handshake ended too late");
        }
        return endpoint.streams().begin(connection, peer, request.clone());
    }
}
