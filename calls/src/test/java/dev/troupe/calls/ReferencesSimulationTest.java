package dev.troupe.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.cluster.LocalStore;
import dev.troupe.link.Seeds;
import dev.troupe.messages.Message;
import dev.troupe.messages.MessageCodec;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.OutcomeCodec;
import dev.troupe.messages.Peer;
import dev.troupe.messages.ThisProcess;
import dev.troupe.objects.ProcessObjects;
import dev.troupe.objects.Reaper;
import dev.troupe.objects.Ref;
import dev.troupe.objects.TrackedObject;
import dev.troupe.store.ObjectStore;
import dev.troupe.values.Output;
import dev.troupe.values.Values;
import io.ray.api.ObjectRef;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes that put objects, pass references on, forget and die at random, over links as slow as it takes: real objects, real messages, a
/// collector that runs when it likes. No object is freed while somebody refers to it, and in the end none is left.
/// Which seeds: [Seeds].
final class ReferencesSimulationTest {
    private static final int PROCESSES = 3;
    private static final int STEPS = 150;

    @TempDir
    Path directory;

    @Test
    void noObjectIsFreedWhileItIsReferredTo() throws Exception {
        try (ObjectStore store = ObjectStore.open(directory, "test", 1 << 20, directory)) {
            Seeds.each(40, seed -> new Run(seed, store).play());
        }
    }

    /// One small cluster.
    private static final class Run {
        private final Random random;
        private final Values values = Values.with(ReferencesSimulationTest.class.getClassLoader());
        private final Map<Integer, ProcessObjects> processes = new HashMap<>();
        /// What each process holds, as its user would in variables.
        private final Map<Integer, List<ObjectRef<?>>> held = new HashMap<>();
        private final Map<Wire, Queue<byte[]>> wires = new HashMap<>();
        private final Map<Wire, MessageCodec> codecs = new HashMap<>();
        private final Set<Integer> dead = ConcurrentHashMap.newKeySet();
        private final List<Passing> passing = new ArrayList<>();
        private int puts;

        /// What is let go is said by a thread that may be slow: others may have said something meanwhile.
        private final Queue<Late> late = new ArrayDeque<>();

        private record Wire(int from, int to) {}

        private record Late(Wire wire, byte[] bytes) {}

        /// A value on its way; its maker holds what is inside until it has arrived.
        private final class Passing {
            private final int from;
            private final int to;
            private final Thread reader;
            @SuppressWarnings("unused") // held
            private Outcome outcome;
            private List<ObjectRef<?>> read;

            Passing(int from, int to, Outcome.Inline outcome) {
                this.from = from;
                this.to = to;
                this.outcome = outcome;
                Outcome arrived = new Outcome.Inline(outcome.bytes(), null);
                reader = Thread.ofPlatform().daemon().unstarted(() -> read(arrived));
            }

            @SuppressWarnings("unchecked")
            private void read(Outcome arrived) {
                read = (List<ObjectRef<?>>) processes.get(to).codec().value(arrived);
            }

            /// Until it is read, or waits for an owner's answer.
            void go() {
                if (reader.getState() == Thread.State.NEW) {
                    reader.start();
                }
                while (reader.isAlive() && reader.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            }

            boolean arrived() {
                return !reader.isAlive() && reader.getState() == Thread.State.TERMINATED;
            }
        }

        Run(long seed, ObjectStore store) {
            random = new Random(seed);
            for (int process = 1; process <= PROCESSES; process++) {
                int self = process;
                ThisProcess itself = new ThisProcess(self, 1, 1, "192.0.2.7", "names", List.of(),
                        ReferencesSimulationTest.class.getClassLoader(), values);
                processes.put(self, new ProcessObjects(itself, _ -> {}, other -> dead.contains(other) ? null : new WirePeer(self, other),
                        new LocalStore(store, self), Runnable::run, (_, _) -> null));
                held.put(self, new ArrayList<>());
            }
        }

        void play() throws Exception {
            try {
                for (int step = 0; step < STEPS; step++) {
                    step();
                    check();
                }
                while (deliverOne() || !passing.isEmpty()) {
                    check();
                }
                held.values().forEach(List::clear);
                awaitNothingLent();
            } finally {
                processes.values().forEach(ProcessObjects::close);
            }
        }

        private void step() throws Exception {
            int process = alive();
            List<ObjectRef<?>> mine = held.get(process);
            switch (random.nextInt(20)) {
                case 0 -> mine.add(new Ref<>(processes.get(process).put(++puts), processes.get(process).getter()));
                case 1, 2, 3, 4 -> {
                    if (!mine.isEmpty()) {
                        pass(process, alive(), List.of(mine.get(random.nextInt(mine.size()))));
                    }
                }
                case 5, 6, 7 -> {
                    if (!mine.isEmpty()) {
                        mine.remove(random.nextInt(mine.size()));
                    }
                }
                case 8 -> collect();
                case 9 -> {
                    if (random.nextInt(10) == 0 && dead.size() + 2 < PROCESSES) {
                        kill(process);
                    }
                }
                default -> deliverOne();
            }
        }

        private int alive() {
            List<Integer> all = processes.keySet().stream().filter(process -> !dead.contains(process)).sorted().toList();
            return all.get(random.nextInt(all.size()));
        }

        private void pass(int from, int to, List<ObjectRef<?>> refs) {
            if (from != to) {
                passing.add(new Passing(from, to, (Outcome.Inline) processes.get(from).codec().encode(new ArrayList<>(refs))));
            }
        }

        /// One message, or one value, takes its next step. False when nothing is under way.
        private boolean deliverOne() {
            passing.forEach(one -> {
                if (one.reader.getState() != Thread.State.NEW) {
                    one.go();
                }
            });
            passing.removeIf(this::arrive);
            synchronized (wires) {
                if (!late.isEmpty() && random.nextBoolean()) {
                    Late one = late.poll();
                    wires.computeIfAbsent(one.wire, _ -> new ArrayDeque<>()).add(one.bytes);
                }
            }
            Wire wire = busyWire();
            if (!passing.isEmpty() && (wire == null || random.nextInt(3) == 0)) {
                passing.get(random.nextInt(passing.size())).go();
                return true;
            }
            if (wire != null) {
                byte[] bytes;
                synchronized (wires) {
                    bytes = wires.get(wire).poll();
                }
                processes.get(wire.to).receive(new WirePeer(wire.to, wire.from),
                        (Message.ToObjects) codec(new Wire(wire.to, wire.from)).read(bytes));
            }
            synchronized (wires) {
                return wire != null || !late.isEmpty();
            }
        }

        private Wire busyWire() {
            synchronized (wires) {
                List<Wire> busy = wires.keySet().stream().filter(wire -> !wires.get(wire).isEmpty())
                        .sorted(Comparator.comparingInt(wire -> wire.from * PROCESSES + wire.to)).toList();
                return busy.isEmpty() ? null : busy.get(random.nextInt(busy.size()));
            }
        }

        // From now on its reader holds what is inside.
        private boolean arrive(Passing one) {
            boolean ended = dead.contains(one.to) || dead.contains(one.from);
            if (ended) {
                one.reader.interrupt();
            } else if (one.arrived()) {
                held.get(one.to).addAll(one.read);
                ended = true;
            }
            if (ended) {
                one.outcome = null; // the reader of a dead process may wait for ever, and hold it
            }
            return ended;
        }

        private void kill(int process) {
            synchronized (wires) {
                dead.add(process);
                wires.keySet().removeIf(wire -> wire.from == process || wire.to == process);
                late.removeIf(one -> one.wire.from == process || one.wire.to == process);
            }
            held.get(process).clear();
            processes.forEach((other, objects) -> {
                if (!dead.contains(other)) {
                    held.get(other).removeIf(ref -> ((Ref<?>) ref).object().owner == process);
                    objects.gone(process, 1, "it was killed");
                }
            });
        }

        private void collect() throws InterruptedException {
            CountDownLatch collected = new CountDownLatch(1);
            Reaper reaper = new Reaper();
            reaper.register(new Object(), collected::countDown);
            System.gc();
            collected.await(1, TimeUnit.SECONDS);
            reaper.close();
        }

        /// What a living process refers to, its owner still has.
        private void check() {
            held.forEach((process, refs) -> refs.forEach(ref -> {
                TrackedObject entry = ((Ref<?>) ref).object();
                if (entry.owner != process && !dead.contains(process) && !dead.contains(entry.owner)) {
                    Outcome outcome = processes.get(entry.owner).references().object(entry.owner, entry.number).outcome();
                    if (!(outcome instanceof Outcome.Inline)) {
                        throw new AssertionError(entry + " is freed, but process " + process + " refers to it: " + outcome);
                    }
                }
            }));
        }

        private void awaitNothingLent() throws InterruptedException {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (lent() > 0 && System.nanoTime() < deadline) {
                collect();
                while (deliverOne()) {
                    check();
                }
            }
            assertEquals(0, lent(), "objects that nobody refers to are still lent");
        }

        private int lent() {
            return processes.entrySet().stream().filter(one -> !dead.contains(one.getKey()))
                    .mapToInt(one -> one.getValue().references().lent())
                    .sum();
        }

        private MessageCodec codec(Wire wire) {
            synchronized (codecs) {
                return codecs.computeIfAbsent(wire, _ -> new MessageCodec(values, new OutcomeCodec(() -> null)));
            }
        }

        /// Another process, from the point of view of one.
        private final class WirePeer implements Peer {
            private final Wire wire;

            WirePeer(int from, int to) {
                wire = new Wire(from, to);
            }

            @Override
            public int process() {
                return wire.to;
            }

            @Override
            public void send(Message message) {
                synchronized (wires) {
                    if (!dead.contains(wire.from) && !dead.contains(wire.to)) {
                        Output out = new Output(256);
                        codec(wire).write(message, out);
                        if (message instanceof Message.Release) {
                            late.add(new Late(wire, out.toBytes()));
                        } else {
                            wires.computeIfAbsent(wire, _ -> new ArrayDeque<>()).add(out.toBytes());
                        }
                    }
                }
            }

            @Override
            public boolean congested() {
                return false;
            }
        }
    }
}
