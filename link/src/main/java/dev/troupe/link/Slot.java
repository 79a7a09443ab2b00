package dev.troupe.link;

import dev.troupe.transport.Connection;
import dev.troupe.transport.Identity;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// The state of one node id among our peers: at most one session, and at most one attempt of this side to connect. Decides which connection carries
/// the session when both sides dial, which process owns the node id, and when a new session begins.
final class Slot {
    private static final long PROBE_MILLIS = 1000;
    /// How long a new session waits until the end of the last one was reported. Watchers do not take long.
    private static final long TOLD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Sessions sessions;
    private final int nodeId;
    /// How many threads have taken it from the [Slots], which alone change this number.
    int users;
    private Link link;
    private Connection candidate;
    private Identity candidateOf;
    private long proposal;
    private Identity proposedTo;
    /// A session that the peer proposed although it already has one with us. When both sides dial, the proposal may have been sent before that
    /// session began. It is therefore accepted only when it is repeated: by then the peer knows which sessions it has.
    private long doubted;

    Slot(Sessions sessions, int nodeId) {
        this.sessions = sessions;
        this.nodeId = nodeId;
    }

    int nodeId() {
        return nodeId;
    }

    /// An admitted connection: its session, and our greeting.
    record Admission(Link link, Greeting greeting) {}

    /// Dialling side: the greeting to propose to the process that answered.
    synchronized Greeting propose(Identity peer, Connection connection) throws RefusedException {
        if (peer.nodeId() == sessions.self().nodeId()) {
            throw ownId(peer, connection);
        }
        boolean same = alive() && link.peer().equals(peer);
        if ((same && link.connected()) || (candidate != null && peer.equals(candidateOf))) {
            throw linkedAlready(peer);
        }
        if (alive() && !same && link.connected()) {
            throw taken(peer, connection, link);
        }
        if (!same && sessions.closing()) {
            throw closing();
        }
        candidate = connection;
        candidateOf = peer;
        if (same) {
            return greeting(link.session(), true, link.received());
        }
        if (proposal == 0 || !peer.equals(proposedTo)) {
            proposal = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
            proposedTo = peer;
        }
        return greeting(proposal, false, 0);
    }

    /// Dialling side: the peer has proven itself and accepted.
    synchronized Link welcomed(Identity peer, Connection connection, Greeting ours, Greeting theirs) throws IOException {
        if (candidate != connection) {
            throw new RefusedException(RefusedException.Reason.ALREADY_LINKED,
                    "node " + peer.nodeId() + " has already connected to this node");
        }
        candidate = null;
        if (ours.resume()) {
            if (!alive() || link.session() != ours.session()) {
                throw new IOException("the session with node " + peer.nodeId() + " has ended in the meantime");
            }
        } else {
            begin(peer, ours.session(), theirs);
        }
        link.claim(connection, true);
        return link;
    }

    /// Listening side: whether the authenticated peer may have a session, and which one. If another connection is in the way, its peer is first
    /// asked for a sign of life; afterwards everything is checked again.
    Admission admit(Identity peer, Connection connection, Greeting theirs) throws IOException, InterruptedException {
        Link silent = null;
        while (true) {
            Link inTheWay;
            synchronized (this) {
                inTheWay = inTheWay(peer);
                if (inTheWay == null || inTheWay == silent) {
                    return decide(peer, connection, theirs);
                }
            }
            if (inTheWay.answers(PROBE_MILLIS)) {
                throw inTheWay.peer().equals(peer) ? linkedAlready(peer) : taken(peer, connection, inTheWay);
            }
            silent = inTheWay;
        }
    }

    private Link inTheWay(Identity peer) {
        if (!alive() || !link.connected()) {
            return null;
        }
        return !link.peer().equals(peer) || (link.dialled() && weWin(peer)) ? link : null;
    }

    private Admission decide(Identity peer, Connection connection, Greeting theirs) throws IOException {
        if (peer.nodeId() == sessions.self().nodeId()) {
            throw ownId(peer, connection);
        }
        if (candidate != null && peer.equals(candidateOf) && weWin(peer)) {
            throw new RefusedException(RefusedException.Reason.ALREADY_LINKED, "node " + sessions.self().nodeId() + " is already dialling");
        }
        boolean known = alive() && link.peer().equals(peer) && link.session() == theirs.session();
        if (theirs.resume() && !known) {
            throw new RefusedException(RefusedException.Reason.SESSION_OVER,
                    "node " + sessions.self().nodeId() + " has given up the session with node " + peer.nodeId());
        }
        if (!known && sessions.closing()) {
            throw closing();
        }
        if (!known && alive() && link.peer().equals(peer) && doubted != theirs.session()) {
            doubted = theirs.session();
            throw linkedAlready(peer);
        }
        if (candidate != null) {
            candidate.close();
            candidate = null;
        }
        if (!known) {
            begin(peer, theirs.session(), theirs);
        }
        return new Admission(link, greeting(link.session(), true, link.claim(connection, false)));
    }

    // When both sides dial, the connection of the one with the lower incarnation stays.
    private boolean weWin(Identity peer) {
        return sessions.self().incarnation() < peer.incarnation();
    }

    private void begin(Identity peer, long session, Greeting theirs) throws RefusedException {
        if (alive()) {
            link.end(Ending.REPLACED, link.peer().equals(peer)
                    ? "node " + peer.nodeId() + " began a new session"
                    : "node " + peer.nodeId() + " reconnected as another process");
        }
        awaitTold();
        proposal = 0;
        link = sessions.begin(peer, session, theirs.window(), theirs.maxMessage());
        if (sessions.closing()) {
            link.end(Ending.CLOSED, "this side closed the link");
            throw closing();
        }
    }

    /// The watcher is notified of the end of one session before the next one begins; otherwise a peer would appear before it was lost.
    private void awaitTold() throws RefusedException {
        try {
            if (link != null && !link.awaitEnd(TOLD_NANOS)) {
                throw new RefusedException(RefusedException.Reason.OTHER, "node " + sessions.self().nodeId()
                        + " is still ending its last session with node " + nodeId + "; the connection will be retried");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw closing();
        }
    }

    private boolean alive() {
        return link != null && !link.over();
    }

    private Greeting greeting(long session, boolean resume, long received) {
        return new Greeting(session, resume, received, sessions.options().window(), sessions.options().maxMessage());
    }

    private RefusedException closing() {
        return new RefusedException(RefusedException.Reason.CLOSING, "node " + sessions.self().nodeId() + " is closing");
    }

    private RefusedException ownId(Identity peer, Connection connection) {
        return new RefusedException(RefusedException.Reason.OTHER, peer.equals(sessions.self())
                ? connection.remote() + " is node " + peer.nodeId() + " itself; give the address of another process"
                : "node id " + peer.nodeId() + " is used by two processes, one at " + connection.remote() + "; give each its own id");
    }

    private static RefusedException linkedAlready(Identity peer) {
        return new RefusedException(RefusedException.Reason.ALREADY_LINKED, "node " + peer.nodeId() + " is already linked");
    }

    private static RefusedException taken(Identity peer, Connection connection, Link link) {
        return new RefusedException(RefusedException.Reason.OTHER, "node id " + peer.nodeId() + " of " + connection.remote()
                + " belongs to a running process at " + link.remote() + "; give each its own id");
    }

    /// The attempt has ended, with any result.
    synchronized void abandon(Connection connection) {
        if (candidate == connection) {
            candidate = null;
        }
    }

    /// The peer reports that the session has ended.
    synchronized void giveUp(Greeting ours) {
        if (alive() && link.session() == ours.session()) {
            link.end(Ending.GIVEN_UP, "the peer has given up the session");
        }
    }

    synchronized Link link() {
        return alive() ? link : null;
    }

    /// Waits while the node is linked, at most one second.
    synchronized void awaitCut() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        long left = TimeUnit.SECONDS.toMillis(1);
        while (alive() && link.connected() && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
    }

    /// Drops a session whose end was reported; returns true if there is none. Only a thread that uses this slot begins another.
    synchronized boolean sweep() {
        if (link != null && link.ended()) {
            link = null;
        }
        return link == null;
    }

    /// A connection has ended.
    synchronized void changed() {
        notifyAll();
    }
}
