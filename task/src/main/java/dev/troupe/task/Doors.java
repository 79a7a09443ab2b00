package dev.troupe.task;

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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/// Where the workers of one run listen. Each binds its port first, tells its starter here, and learns where those are that it dials.
///
/// So nobody chooses a port but who binds it, and a worker dials nobody of its machine but those of its own run: two runs that start
/// at the same time neither take each other's ports nor meet.
final class Doors implements AutoCloseable {
    private final ServerSocketChannel server;
    private final Map<Integer, WorkerPlan> plans = new HashMap<>();
    private final BiConsumer<WorkerPlan, Door> watcher;
    /// Of those that have told theirs.
    private final Map<Integer, Door> open = new HashMap<>();

    private Doors(ServerSocketChannel server, List<WorkerPlan> plans, BiConsumer<WorkerPlan, Door> watcher) {
        this.server = server;
        this.watcher = watcher;
        plans.forEach(plan -> this.plans.put(plan.nodeId(), plan));
    }

    /// @param watcher is told of each door that opens, and of the plan it was opened by
    static Doors of(JobDirectory job, List<WorkerPlan> plans, BiConsumer<WorkerPlan, Door> watcher) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(job.starter()), plans.size());
        } catch (IOException e) {
            server.close();
            throw e;
        }
        Doors doors = new Doors(server, plans, watcher);
        Thread.ofPlatform().daemon().name("troupe-doors").start(doors::accept);
        return doors;
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel worker = server.accept();
                Thread.ofVirtual().start(() -> serve(worker));
            }
        } catch (IOException closed) {
            // the run is over
        }
    }

    private void serve(SocketChannel worker) {
        try (worker;
                DataInputStream in = new DataInputStream(Channels.newInputStream(worker));
                DataOutputStream out = new DataOutputStream(Channels.newOutputStream(worker))) {
            WorkerPlan plan = plans.get(in.readInt());
            Door door = Door.read(in);
            opened(plan, door);
            Wire.writeTexts(out, await(plan).stream().map(Address::toString).toList());
        } catch (IOException ended) {
            // whoever waits for its end learns how
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void opened(WorkerPlan plan, Door door) {
        watcher.accept(plan, door);
        synchronized (this) {
            open.put(plan.nodeId(), door);
            notifyAll();
        }
    }

    /// Waits for the doors of those whom a worker dials. Who does not open one in time is dialled where it should be, so that the
    /// worker itself says who is missing.
    private synchronized List<Address> await(WorkerPlan plan) throws InterruptedException {
        long deadline = System.nanoTime() + plan.connectTimeout().toNanos();
        while (!open.keySet().containsAll(plan.dialHere()) && System.nanoTime() < deadline) {
            TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        }
        List<Address> addresses = new ArrayList<>();
        plan.dialHere().forEach(node -> addresses.add(of(node).nearby()));
        return addresses;
    }

    /// The door of a worker, or the planned one until it has told its own.
    synchronized Door of(int nodeId) {
        return open.getOrDefault(nodeId, plans.get(nodeId).door());
    }

    /// A worker has ended for good: nobody needs to wait for its door.
    synchronized void gone(int nodeId) {
        open.putIfAbsent(nodeId, plans.get(nodeId).door());
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
