package dev.troupe.parallel;

import dev.troupe.transport.Address;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The addresses where the workers of one run listen. Each worker binds its port first, reports it to the launcher here, and learns the addresses
/// that it must dial.
///
/// A port is therefore always chosen by the process that binds it, and on its own machine a worker dials only workers of its own run: two runs that
/// start at the same time neither take each other's ports nor connect to each other.
final class Doors implements AutoCloseable {
    private final ServerSocketChannel server;
    private final Map<Integer, WorkerPlan> plans = new HashMap<>();
    /// The doors that were reported.
    private final Map<Integer, Door> open = new HashMap<>();
    private final Set<Integer> gone = new HashSet<>();

    /// Is notified of each door that opens.
    interface Watcher {
        /// A worker listens there.
        ///
        /// @param plan the plan of the worker
        /// @param before where it listened before it was restarted, if it was
        void opened(WorkerPlan plan, Door door, Optional<Door> before);
    }

    private Doors(ServerSocketChannel server, List<WorkerPlan> plans) {
        this.server = server;
        plans.forEach(plan -> this.plans.put(plan.nodeId(), plan));
    }

    static Doors of(JobDirectory job, List<WorkerPlan> plans) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(job.starter()), plans.size());
        } catch (IOException e) {
            server.close();
            throw e;
        }
        return new Doors(server, plans);
    }

    /// Starts answering workers.
    void open(Watcher watcher) {
        Thread.ofPlatform().daemon().name("troupe-doors").start(() -> accept(watcher));
    }

    private void accept(Watcher watcher) {
        try {
            while (true) {
                SocketChannel worker = server.accept();
                Thread.ofVirtual().start(() -> serve(worker, watcher));
            }
        } catch (IOException closed) {
            // the run has ended
        }
    }

    private void serve(SocketChannel worker, Watcher watcher) {
        try (worker;
                DataInputStream in = new DataInputStream(Channels.newInputStream(worker));
                DataOutputStream out = new DataOutputStream(Channels.newOutputStream(worker))) {
            WorkerPlan plan = plans.get(in.readInt());
            Door door = Door.read(in);
            Optional<Door> before = opened(plan.nodeId(), door);
            watcher.opened(plan, door, before);
            Wire.writeTexts(out, await(plan, before.isPresent()).stream().map(Address::toString).toList());
        } catch (IOException ended) {
            // the code that waits for its end reports the reason
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns its previous door, if the worker was restarted.
    private synchronized Optional<Door> opened(int nodeId, Door door) {
        Optional<Door> before = Optional.ofNullable(open.put(nodeId, door));
        notifyAll();
        return before;
    }

    /// Waits for the doors of the workers that a worker dials. A worker that does not open its door in time is dialled at its planned address, so
    /// that the dialling worker itself reports who is missing. A restarted worker ignores those that have ended, as the others do.
    private synchronized List<Address> await(WorkerPlan plan, boolean again) throws InterruptedException {
        Set<Integer> dialled = new LinkedHashSet<>(plan.dialHere());
        if (again) {
            dialled.removeAll(gone);
        }
        long deadline = System.nanoTime() + plan.connectTimeout().toNanos();
        while (!dialled.stream().allMatch(node -> open.containsKey(node) || gone.contains(node)) && System.nanoTime() < deadline) {
            TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        }
        List<Address> addresses = new ArrayList<>();
        dialled.forEach(node -> addresses.add(of(node).nearby()));
        return addresses;
    }

    /// The door of a worker, or the planned one until it has reported its own.
    synchronized Door of(int nodeId) {
        return open.getOrDefault(nodeId, plans.get(nodeId).door());
    }

    /// Where a worker tries to listen after a restart.
    synchronized Door again(int nodeId) {
        return of(nodeId).again(plans.get(nodeId).door());
    }

    /// A worker has ended for good: no other worker needs to wait for its door.
    synchronized void gone(int nodeId) {
        gone.add(nodeId);
        notifyAll();
    }

    /// Called by the worker: reports to the launcher where it listens, and returns the addresses of the workers of the same run that it dials.
    static List<Address> tell(JobDirectory job, int nodeId, Door door) throws IOException {
        try (SocketChannel starter = SocketChannel.open(UnixDomainSocketAddress.of(job.starter()));
                DataOutputStream out = new DataOutputStream(Channels.newOutputStream(starter));
                DataInputStream in = new DataInputStream(Channels.newInputStream(starter))) {
            out.writeInt(nodeId);
            door.write(out);
            return Wire.readTexts(in).stream().map(Address::parse).toList();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException expected) {
            // no process listens there any more in any case
        }
    }
}
