package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.Head;
import dev.troupe.head.HeadSettings;
import dev.troupe.head.JobKey;
import dev.troupe.head.LeaseKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.WorkerSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Tasks that start tasks and wait for them, in few processors: the real head, the real lanes, messages as slow as it takes. Whatever the
/// order of things, everything is done in the end, and no lease is kept.
///
/// To see one run again: `-Dtroupe.seed=<number>`; `-Dtroupe.seeds=<count>` for more.
final class LaneSimulationTest {
    private static final long MILLISECOND = 1_000_000;

    @Test
    void everythingIsDoneInTheEnd() {
        Long one = Long.getLong("troupe.seed");
        long from = one == null ? 0 : one;
        long to = one == null ? Long.getLong("troupe.seeds", 5_000) : from + 1;
        for (long seed = from; seed < to; seed++) {
            try {
                new Run(seed).play();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " fails; again with -Dtroupe.seed=" + seed, e);
            }
        }
    }

    /// A task: who waits for it, and how many others it asks for and waits for, one after the other.
    private static final class Task {
        final Task parent;
        final Call call;
        final int depth;
        int children;
        boolean waits;

        Task(Task parent, Call call, int depth, int children) {
            this.parent = parent;
            this.call = call;
            this.depth = depth;
            this.children = children;
        }
    }

    /// The tasks of one lane of a submitter in a worker, as [RunQueue] runs them.
    private static final class Room {
        final Party worker;
        final Party submitter;
        final int lane;
        final Deque<Task> waiting = new ArrayDeque<>();
        final List<Task> active = new ArrayList<>();
        int slots;

        Room(Party worker, Party submitter, int lane) {
            this.worker = worker;
            this.submitter = submitter;
            this.lane = lane;
        }

        void start() {
            while (active.size() < slots && !waiting.isEmpty()) {
                active.add(waiting.pollFirst());
            }
        }
    }

    /// A driver or a worker.
    private static final class Party {
        final int number;
        final WorkerSettings settings;
        final Map<Shape, Lane> lanes = new HashMap<>();
        final Map<Integer, Lane> numbered = new TreeMap<>();

        Party(int number, WorkerSettings settings) {
            this.number = number;
            this.settings = settings;
        }
    }

    /// One small cluster.
    private static final class Run {
        private static final int HEAD = 0;
        private static final int NODE = -1;

        private final Random random;
        private final int cpus;
        private final Head head = new Head(new HeadSettings(Duration.ofHours(1), 4, 3, 10, Duration.ofSeconds(10), Duration.ofSeconds(1)));
        private final Map<Integer, Party> processes = new TreeMap<>();
        private final Map<String, Queue<Runnable>> wires = new TreeMap<>();
        private final Map<String, Room> rooms = new TreeMap<>();
        private final Map<Long, Task> tasks = new HashMap<>();
        private final Set<Long> leases = new HashSet<>();
        private long now;
        private long numbers;

        Run(long seed) {
            random = new Random(seed);
            cpus = 1 + random.nextInt(3);
        }

        void play() {
            tell(NODE, new Fact.NodeJoined(new NodeKey(1), "192.0.2.1", "here", Resources.cpu(cpus), Map.of(), Optional.empty()));
            int drivers = 1 + random.nextInt(3);
            for (int i = 0; i < drivers; i++) {
                JobKey job = new JobKey(i + 1);
                Party driver = new Party(head.nextProcess().number(), WorkerSettings.shared(job));
                processes.put(driver.number, driver);
                tell(driver.number, new Fact.JobStarted(job, new ProcessKey(driver.number), "", driver.settings));
                int many = 1 + random.nextInt(12);
                for (int task = 0; task < many; task++) {
                    wire(NODE, driver.number).add(() -> submit(driver, null, 0)); // the user, at any time
                }
            }
            finish();
            assertEquals(Set.of(), tasks.keySet(), () -> "tasks that never end, with " + cpus + " CPUs: " + rooms());
            assertEquals(Set.of(), leases, "leases that nobody uses");
        }

        // Until nothing happens any more, even if one waits.
        private void finish() {
            for (int patience = 0; patience < 20; patience++) {
                while (step()) {
                    patience = 0;
                }
                now += 250 * MILLISECOND;
                processes.values().forEach(process -> process.lanes.values().forEach(lane -> lane.tick(now, 200 * MILLISECOND)));
                head.tick(now).forEach(this::carryOut);
            }
        }

        // Something that can happen now.
        private boolean step() {
            List<Runnable> possible = new ArrayList<>();
            for (Queue<Runnable> wire : wires.values()) {
                if (!wire.isEmpty()) {
                    possible.add(() -> wire.poll().run());
                }
            }
            for (Room room : rooms.values()) {
                for (Task task : room.active) {
                    if (!task.waits) {
                        possible.add(() -> goOn(room, task));
                    }
                }
            }
            if (possible.isEmpty()) {
                return false;
            }
            now += random.nextInt(4) == 0 ? random.nextLong(60 * MILLISECOND) : 1000;
            possible.get(random.nextInt(possible.size())).run();
            return true;
        }

        private void goOn(Room room, Task task) {
            if (task.children > 0) {
                task.children--;
                waits(room, task, true);
                submit(room.worker, task, task.depth + 1);
            } else {
                room.active.remove(task);
                long nanos = random.nextBoolean() ? 1000 : 80 * MILLISECOND;
                wire(room.worker.number, room.submitter.number).add(() -> done(room, task, nanos));
                room.start();
            }
        }

        private void waits(Room room, Task task, boolean waits) {
            task.waits = waits;
            wire(room.worker.number, room.submitter.number)
                    .add(() -> room.submitter.numbered.get(room.lane).idle(peer(room.submitter, room.worker.number), waits));
        }

        private void done(Room room, Task task, long nanos) {
            room.submitter.numbered.get(room.lane).done(peer(room.submitter, room.worker.number), nanos);
            tasks.remove(task.call.number());
            if (task.parent != null) {
                rooms.values().stream().filter(its -> its.active.contains(task.parent)).findFirst()
                        .ifPresent(its -> waits(its, task.parent, false));
            }
        }

        private void submit(Party from, Task parent, int depth) {
            Call call = new Call(new Entry(from.number, ++numbers), "task", null, new Arguments(new byte[0], null, null), "",
                    parent != null, 3);
            WorkerSettings shared = WorkerSettings.shared(from.settings.job());
            double needs = random.nextInt(4) > 0 ? 1 : List.of(0.0, 0.5, (double) cpus).get(random.nextInt(3));
            Shape shape = Shape.of(Resources.cpu(needs), random.nextInt(8) == 0 ? shared.alone() : shared);
            tasks.put(call.number(), new Task(parent, call, depth, depth == 3 ? 0 : random.nextInt(3)));
            lane(from, shape).add(call);
        }

        private Lane lane(Party of, Shape shape) {
            return of.lanes.computeIfAbsent(shape, _ -> {
                Lane lane = new Lane(of.lanes.size() + 1, shape, office(of),
                        (own, call, worker, slots) -> send(of, own, call, worker, slots),
                        () -> now);
                of.numbered.put(lane.number, lane);
                return lane;
            });
        }

        private void send(Party from, Lane lane, Call call, Peer worker, int slots) {
            wire(from.number, worker.process()).add(() -> {
                Room room = room(worker.process(), from, lane.number);
                room.slots = slots;
                if (call.urgent) {
                    room.waiting.addFirst(tasks.get(call.number()));
                } else {
                    room.waiting.addLast(tasks.get(call.number()));
                }
                room.start();
            });
        }

        private Peer peer(Party from, int to) {
            return new Peer() {
                @Override
                public int process() {
                    return to;
                }

                @Override
                public void send(Message message) {
                    Message.Slots told = (Message.Slots) message;
                    wire(from.number, to).add(() -> {
                        Room room = room(to, from, told.lane());
                        room.slots = told.slots();
                        room.start();
                    });
                }

                @Override
                public boolean congested() {
                    return false;
                }
            };
        }

        private Room room(int worker, Party submitter, int lane) {
            return rooms.computeIfAbsent(worker + " for " + submitter.number + "/" + lane,
                    _ -> new Room(processes.get(worker), submitter, lane));
        }

        private Lane.Office office(Party of) {
            return new Lane.Office() {
                @Override
                public void demand(Lane lane, int wanted) {
                    tell(of.number, new Fact.Demand(new ProcessKey(of.number), lane.shape, wanted));
                }

                @Override
                public void giveBack(long lease) {
                    leases.remove(lease);
                    tell(of.number, new Fact.Return(new LeaseKey(lease)));
                }

                @Override
                public void blocked(long lease, boolean blocked) {
                    LeaseKey key = new LeaseKey(lease);
                    tell(of.number, blocked ? new Fact.Blocked(key) : new Fact.Unblocked(key));
                }
            };
        }

        private void tell(int from, Fact fact) {
            wire(from, HEAD).add(() -> head.on(now, fact).forEach(this::carryOut));
        }

        private void carryOut(Effect effect) {
            switch (effect) {
                case Effect.StartWorker start -> wire(HEAD, NODE).add(() -> {
                    processes.put(start.process().number(), new Party(start.process().number(), start.settings()));
                    tell(NODE, new Fact.WorkerStarted(start.process()));
                });
                case Effect.StopWorker stop -> wire(HEAD, NODE).add(() -> tell(NODE, new Fact.ProcessLost(stop.process(), "", Set.of())));
                case Effect.Granted granted -> wire(HEAD, granted.to().number()).add(() -> {
                    Party to = processes.get(granted.to().number());
                    leases.add(granted.lease().number());
                    lane(to, granted.shape()).granted(granted.lease().number(), peer(to, granted.worker().number()), granted.othersWait());
                });
                case Effect.Wanted wanted -> wire(HEAD, wanted.to().number())
                        .add(() -> lane(processes.get(wanted.to().number()), wanted.shape()).wanted(wanted.othersWait()));
                case Effect.Waits _ -> {
                }
                default -> throw new AssertionError("unexpected: " + effect);
            }
        }

        private Queue<Runnable> wire(int from, int to) {
            return wires.computeIfAbsent(from + " to " + to, _ -> new ArrayDeque<>());
        }

        private String rooms() {
            StringBuilder words = new StringBuilder();
            rooms.forEach((name, room) -> words.append('\n').append(name).append(": ").append(room.slots).append(" slots, ")
                    .append(room.active.size()).append(" active, ").append(room.waiting.size()).append(" wait"));
            processes.values().forEach(process -> process.lanes.values()
                    .forEach(lane -> words.append('\n').append(process.number).append(": ").append(lane)));
            return words.toString();
        }
    }
}
