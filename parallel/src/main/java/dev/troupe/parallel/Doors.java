package dev.troupe.parallel;

import dev.troupe.link.Address;
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

/// Where the workers of one run listen. Each binds its port first, tells its starter here, and learns where those are that it dials.
///
/// So nobody chooses a port but who binds it, and a worker dials nobody of its machine but those of its own run: two runs that start
/// at the same time neither take each other's ports nor meet.
final class Doors implements AutoCloseable {
    private final ServerSocketChannel server;
    private final Map<Integer, WorkerPlan> plans = new HashMap<>();
    /// Of those that have told theirs.
    private final Map<Integer, Door> open = new HashMap<>();
    private final Set<Integer> gone = new HashSet<>();

    /// Is told of each door that opens.
    interface Watcher {
        /// A worker listens there.
        ///
        /// @param plan what the worker was told to do
        /// @param before where it listened in an earlier life, if it had one
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

    /// From now on workers are answered.
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
            // the run is over
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
            // whoever waits for its end learns how
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns its door before, if the worker was started again.
    private synchronized Optional<Door> opened(int nodeId, Door door) {
        Optional<Door> before = Optional.ofNullable(open.put(nodeId, door));
        notifyAll();
        return before;
    }

    /// Waits for the doors of those whom a worker dials. Who does not open one in time is dialled where it should be, so that the
    /// worker itself says who is missing. A worker that was started again does without those that have ended, as the others do.
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

    /// The door of a worker, or the planned one until it has told its own.
    synchronized Door of(int nodeId) {
        return open.getOrDefault(nodeId, plans.get(nodeId).door());
    }

    /// Where a worker tries to listen in its next life.
    synchronized Door again(int nodeId) {
        return of(nodeId).again(plans.get(nodeId).door());
    }

    /// A worker has ended for good: nobody needs to wait for its door.
    synchronized void gone(int nodeId) {
        gone.add(nodeId);
        notifyAll();
    }

    /// The worker's side: tells its starter where it listens, and returns the addresses of those of the same run that it dials.
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
            // nobody listens there any more, in any case
        }
    }
}
