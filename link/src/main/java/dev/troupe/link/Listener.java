package dev.troupe.link;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Connection;
import dev.troupe.transport.NonsenseException;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.TimeUnit;

/// Accepts connections at one address. Each gets a thread that does the handshake and then reads from it.
final class Listener implements Runnable {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final Endpoint endpoint;
    private final Acceptor acceptor;

    Listener(Endpoint endpoint, Acceptor acceptor) {
        this.endpoint = endpoint;
        this.acceptor = acceptor;
    }

    @Override
    public void run() {
        long pause = 0;
        while (!endpoint.closed()) {
            try {
                Connection connection = acceptor.accept();
                if (pause > 0) {
                    pause = 0;
                    endpoint.complain("accepts links on " + acceptor.address() + " again");
                }
                if (admit(connection)) {
                    endpoint.heart().watch(connection, endpoint.strangers().patience(connection, endpoint.options().handshake()));
                    endpoint.thread("reader of " + connection.remote(), () -> serve(connection));
                }
            } catch (IOException e) {
                if (endpoint.closed()) {
                    return;
                }
                // e.g. no file descriptors are left: existing links continue, new ones must wait
                if (pause == 0) {
                    endpoint.complain("cannot accept links on " + acceptor.address() + " and will retry: " + e.getMessage());
                }
                pause = pause == 0 ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
                endpoint.pause(pause);
            }
        }
    }

    private boolean admit(Connection connection) {
        return switch (endpoint.strangers().admit(connection)) {
            case Strangers.Verdict.Welcome _ -> true;
            case Strangers.Verdict.InsteadOf(Connection oldest) -> {
                endpoint.complain("closed the connection from " + oldest.remote()
                        + ", which had not finished its handshake: other connections are waiting");
                oldest.close();
                yield true;
            }
            case Strangers.Verdict.TurnedAway _ -> {
                endpoint.complain("rejected " + connection.remote() + ": too many other connections are in their handshake");
                connection.close();
                yield false;
            }
        };
    }

    /// Does the handshake and serves the connection until it ends.
    void serve(Connection connection) {
        Handshake handshake = endpoint.handshake(connection);
        try {
            Purpose purpose = handshake.challenge();
            endpoint.strangers().proven(connection);
            switch (purpose) {
                case Purpose.Session(Greeting theirs) -> session(connection, handshake, theirs);
                case Purpose.Stream(byte[] request) -> stream(connection, handshake, request);
            }
        } catch (RefusedException e) {
            refuse(handshake, connection, e);
        } catch (EOFException | SocketException e) {
            // the other side only probed the port, or changed its mind
        } catch (NonsenseException e) {
            endpoint.complain("closed the connection from " + connection.remote() + ": " + e.getMessage());
        } catch (IOException e) {
            if (!endpoint.heart().done(connection) && !endpoint.closed()) {
                endpoint.complain("closed the connection from " + connection.remote() + ": its handshake took too long");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            endpoint.heart().done(connection);
            endpoint.strangers().leave(connection);
            connection.close();
        }
    }

    private void session(Connection connection, Handshake handshake, Greeting theirs) throws IOException, InterruptedException {
        Slot slot = endpoint.slots().take(handshake.peer().nodeId());
        try {
            Slot.Admission admission = slot.admit(handshake.peer(), connection, theirs);
            Link link = admission.link();
            try {
                handshake.welcome(admission.greeting());
            } catch (IOException e) {
                link.abandon(connection, e.getMessage());
                throw e;
            }
            endpoint.heart().done(connection);
            link.run(connection, theirs.received());
            slot.changed();
        } finally {
            endpoint.slots().leave(slot);
        }
    }

    private void stream(Connection connection, Handshake handshake, byte[] request) throws IOException {
        StreamHandler handler = endpoint.streams().admit();
        try {
            handshake.streaming(request);
            if (endpoint.heart().done(connection)) {
                endpoint.neverInterrupted();
                run(handler, endpoint.streams().begin(connection, handshake.peer(), request));
            }
        } finally {
            endpoint.streams().leave();
        }
    }

    private void run(StreamHandler handler, ByteStream stream) {
        try (stream) {
            handler.handle(stream);
        } catch (IOException e) {
            // the stream ended; both sides notice
        } catch (RuntimeException e) {
            endpoint.complain("failed to serve a stream of node " + stream.peer().nodeId() + ": " + e);
        }
    }

    private void refuse(Handshake handshake, Connection connection, RefusedException e) {
        if (!e.reason().ordinary()) {
            endpoint.complain("refused " + connection.remote() + ": " + e.getMessage());
        }
        try {
            handshake.refuse(e);
        } catch (IOException gone) {
            // the other side cannot be told the reason
        }
    }

    void close() {
        try {
            acceptor.close();
        } catch (IOException e) {
            endpoint.complain("cannot close " + acceptor.address() + ": " + e.getMessage());
        }
    }
}
