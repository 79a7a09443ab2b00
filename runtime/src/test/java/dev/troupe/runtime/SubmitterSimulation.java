package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.Head;
import dev.troupe.head.HeadSettings;
import dev.troupe.head.JobKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.WorkerSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// One small cluster: the real head, the real submitters, messages as slow as it takes, workers that die.
final class SubmitterSimulation {
    private static final long MILLISECOND = 1_000_000;
    private static final Outcome NOTHING = new Outcome.Inline(new byte[0], null);
    private static final int HEAD = 0;
    private static final int NODE = -1;

    private record Wire(int from, int to) {}

    private final Random random;
    private final int cpus;
    private final Head head = new Head(
            new HeadSettings(Duration.ofSeconds(1), 4, 3, Duration.ofMillis(100), 10, Duration.ofSeconds(10), Duration.ofSeconds(1)));
    private final Map<Integer, SimParty> parties = new TreeMap<>();
    private final Set<Integer> drivers = new HashSet<>();
    private final Map<Wire, Deque<Runnable>> wires = new LinkedHashMap<>();
    private final List<SimRoom> rooms = new ArrayList<>();
    private final Map<Long, SimRoom.Task> tasks = new TreeMap<>();
    /// Those that may still be cancelled.
    private final Map<Long, Call> calls = new TreeMap<>();
    private int deaths;
    private int cancellations;
    private long now;
    private long numbers;

    SubmitterSimulation(long seed) {
        random = new Random(seed);
        cpus = 1 + random.nextInt(3);
        deaths = random.nextInt(4);
        cancellations = random.nextInt(6);
    }

    void play() {
        tell(NODE, new Fact.NodeJoined(new NodeKey(1), "192.0.2.1", "here", Resources.cpu(cpus), Map.of(), Optional.empty()));
        for (int i = random.nextInt(3); i >= 0; i--) {
            JobKey job = new JobKey(i + 1);
            SimParty driver = party(head.nextProcess().number(), job);
            drivers.add(driver.number);
            tell(driver.number, new Fact.JobStarted(job, new ProcessKey(driver.number), "", WorkerSettings.shared(job)));
            for (int task = random.nextInt(12); task >= 0; task--) {
                wire(NODE, driver.number).add(() -> submit(driver, null, 0)); // the user, at any time
            }
        }
        finish();
        assertEquals(Set.of(), tasks.keySet(), () -> "tasks that never end, with " + cpus + " CPUs: " + this);
        assertEquals(Resources.cpu(cpus), head.nodes().getFirst().available(), () -> "processors that nobody gave back: " + this);
    }

    // Until nothing happens any more, even if one waits.
    private void finish() {
        for (int quiet = 0; quiet < 60; quiet++) {
            while (step()) {
                quiet = 0;
            }
            tick();
        }
    }

    private void tick() {
        now += 250 * MILLISECOND;
        parties.values().forEach(party -> party.submitter.tick(now));
        head.tick(now).forEach(this::carryOut);
    }

    // Something that can happen now; false when nothing can.
    private boolean step() {
        List<Runnable> possible = new ArrayList<>();
        wires.values().stream().filter(wire -> !wire.isEmpty()).forEach(wire -> possible.add(() -> wire.poll().run()));
        for (SimRoom room : rooms) {
            room.active.stream().filter(attempt -> attempt.waitsFor == 0).forEach(attempt -> possible.add(() -> goOn(room, attempt)));
        }
        if (possible.isEmpty()) {
            return false;
        }
        now += random.nextInt(4) == 0 ? random.nextLong(60 * MILLISECOND) : 1000;
        if (random.nextInt(100) == 0) {
            tick();
        }
        List<SimParty> workers = parties.values().stream().filter(party -> !drivers.contains(party.number)).toList();
        if (deaths > 0 && !workers.isEmpty() && random.nextInt(60) == 0) {
            deaths--;
            end(workers.get(random.nextInt(workers.size())));
        } else if (cancellations > 0 && !calls.isEmpty() && random.nextInt(20) == 0) {
            cancellations--;
            cancel(new ArrayList<>(calls.values()).get(random.nextInt(calls.size())));
        } else {
            possible.get(random.nextInt(possible.size())).run();
        }
        return true;
    }

    private SimParty party(int number, JobKey job) {
        SimParty party = new SimParty(number, job);
        party.home = new Place(party);
        party.submitter = new Submitter(party.home, () -> now);
        parties.put(number, party);
        return party;
    }

    /// What a submitter knows of its process and the others.
    private final class Place implements Submitter.Home {
        private final SimParty party;
        private final Self self;
        private final Reasons reasons = new Reasons();

        Place(SimParty party) {
            this.party = party;
            this.self = new Self(party.number, party.job.number(), 1, "192.0.2.1", "", List.of(), null, null);
        }

        @Override
        public Self self() {
            return self;
        }

        @Override
        public Office office() {
            return new ListeningOffice(fact -> tell(party.number, fact));
        }

        @Override
        public Reasons reasons() {
            return reasons;
        }

        @Override
        public Peer peer(int process) {
            return party.gone.contains(process) ? null : new Neighbour(party, process);
        }

        @Override
        public void want(Entry entry) {
            throw new AssertionError("there are no references here");
        }

        @Override
        public void complete(Entry entry, Outcome outcome) {
            calls.remove(entry.number);
            tasks.remove(entry.number);
            for (SimRoom room : rooms) {
                if (room.worker == party) {
                    room.active.stream().filter(attempt -> attempt.waitsFor == entry.number)
                            .forEach(attempt -> waits(room, attempt, 0));
                }
            }
        }

        @Override
        public void failArgument(Call call) {
            throw new AssertionError("there are no references here");
        }

        @Override
        public void later(Runnable action) {
            wire(party.number, party.number).add(action);
        }
    }

    /// A worker, as a submitter talks to it.
    private final class Neighbour implements Peer {
        private final SimParty from;
        private final int to;

        Neighbour(SimParty from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public int process() {
            return to;
        }

        @Override
        public void send(Message message) {
            wire(from.number, to).add(() -> {
                SimParty worker = parties.get(to);
                if (worker != null && !worker.gone.contains(from.number)) {
                    hear(worker, message);
                }
            });
        }

        private void hear(SimParty worker, Message message) {
            switch (message) {
                case Message.Slots told -> room(worker, from, told.lane()).slots(told.slots());
                case Message.Run run -> {
                    SimRoom room = room(worker, from, run.lane());
                    if (parties.containsValue(from)) {
                        SimRoom.Task cancelled = new SimRoom.Task(from, 0, 0);
                        SimRoom.Attempt attempt = new SimRoom.Attempt(run.number(), tasks.getOrDefault(run.number(), cancelled));
                        if (run.urgent()) {
                            room.waiting.addFirst(attempt);
                        } else {
                            room.waiting.addLast(attempt);
                        }
                    }
                    room.slots(run.slots());
                }
                case Message.Cancel cancel ->
                        List.copyOf(rooms).stream().filter(room -> room.worker == worker && room.submitter == from)
                                .forEach(room -> cancelled(room, cancel.number()));
                default -> throw new AssertionError("unexpected: " + message);
            }
        }

        @Override
        public boolean congested() {
            return false;
        }
    }

    private SimRoom room(SimParty worker, SimParty submitter, int lane) {
        for (SimRoom room : rooms) {
            if (room.worker == worker && room.submitter == submitter && room.lane == lane) {
                return room;
            }
        }
        SimRoom room = new SimRoom(worker, submitter, lane);
        rooms.add(room);
        return room;
    }

    private void submit(SimParty from, SimRoom.Attempt parent, int depth) {
        Call call = new Call(new Entry(from.number, ++numbers), "task", null, new Arguments(new byte[0], null, null), "",
                parent != null, -1);
        if (parent != null) {
            parent.waitsFor = call.number();
        }
        WorkerSettings shared = WorkerSettings.shared(from.job);
        double needs = random.nextInt(4) > 0 ? 1 : List.of(0.0, 0.5, (double) cpus).get(random.nextInt(3));
        tasks.put(call.number(), new SimRoom.Task(from, depth, depth == 3 ? 0 : random.nextInt(3)));
        calls.put(call.number(), call);
        from.submitter.submit(call, Shape.of(Resources.cpu(needs), random.nextInt(8) == 0 ? shared.alone() : shared));
    }

    // On any thread of the submitter's process, and so in two steps.
    private void cancel(Call call) {
        SimParty from = parties.get(call.result.owner);
        calls.remove(call.number());
        if (from == null) {
            return;
        }
        call.cancelled = true;
        wire(from.number, from.number).add(() -> {
            if (parties.containsValue(from)) {
                from.submitter.cancel(call);
                from.home.complete(call.result, NOTHING);
            }
        });
    }

    // What waits is over, what runs is interrupted.
    private void cancelled(SimRoom room, long number) {
        if (room.waiting.removeIf(attempt -> attempt.number == number)) {
            answer(room, () -> {
                var _ = room.submitter.submitter.done(new Message.Done(number, NOTHING, 0));
            });
        }
        room.active.stream().filter(attempt -> attempt.number == number).forEach(attempt -> {
            attempt.children = 0;
            if (attempt.waitsFor != 0) {
                waits(room, attempt, 0);
            }
        });
    }

    private void goOn(SimRoom room, SimRoom.Attempt attempt) {
        if (attempt.children > 0) {
            attempt.children--;
            waits(room, attempt, -1);
            submit(room.worker, attempt, attempt.task.depth() + 1);
        } else {
            room.active.remove(attempt);
            long nanos = random.nextBoolean() ? 1000 : 80 * MILLISECOND;
            answer(room, () -> {
                var _ = room.submitter.submitter.done(new Message.Done(attempt.number, NOTHING, nanos));
            });
            room.start();
        }
    }

    private void waits(SimRoom room, SimRoom.Attempt attempt, long forTask) {
        attempt.waitsFor = forTask;
        answer(room, () -> room.submitter.submitter.idle(new Neighbour(room.submitter, room.worker.number),
                new Message.Idle(room.lane, forTask != 0)));
    }

    private void answer(SimRoom room, Runnable action) {
        wire(room.worker.number, room.submitter.number).add(() -> {
            if (parties.containsValue(room.submitter)) {
                action.run();
            }
        });
    }

    // What it has said may be heard, or a part of it.
    private void end(SimParty dead) {
        parties.remove(dead.number);
        Set<Long> ran = rooms.stream().filter(room -> room.worker == dead).flatMap(room -> room.active.stream())
                .map(attempt -> attempt.number).collect(Collectors.toSet());
        rooms.removeIf(room -> room.worker == dead);
        tasks.values().removeIf(task -> task.submitter() == dead);
        calls.values().removeIf(call -> call.result.owner == dead.number);
        wires.forEach((wire, said) -> {
            while (wire.from == dead.number && !said.isEmpty() && random.nextBoolean()) {
                said.removeLast();
            }
        });
        wire(NODE, NODE).add(() -> {
            parties.values().forEach(party -> wire(HEAD, party.number).add(() -> gone(party, dead, ran)));
            tell(NODE, new Fact.ProcessLost(new ProcessKey(dead.number), "it was killed", ran));
        });
    }

    private void gone(SimParty party, SimParty dead, Set<Long> ran) {
        party.gone.add(dead.number);
        wire(dead.number, party.number).clear();
        rooms.removeIf(room -> room.worker == party && room.submitter == dead);
        party.submitter.gone(dead.number, "it was killed", ran);
    }

    private void tell(int from, Fact fact) {
        wire(from, HEAD).add(() -> head.on(now, fact).forEach(this::carryOut));
    }

    private void carryOut(Effect effect) {
        switch (effect) {
            case Effect.StartWorker start -> wire(HEAD, NODE).add(() -> {
                party(start.process().number(), start.settings().job());
                tell(NODE, new Fact.WorkerStarted(start.process()));
            });
            case Effect.StopWorker stop -> wire(HEAD, NODE)
                    .add(() -> Optional.ofNullable(parties.get(stop.process().number())).ifPresent(this::end));
            case Effect.Granted granted -> hear(granted.to(), party -> party.submitter.granted(granted));
            case Effect.Wanted wanted -> hear(wanted.to(), party -> party.submitter.wanted(wanted));
            case Effect.LeaseLost lost -> hear(lost.to(), party -> party.submitter.leaseLost(lost));
            case Effect.Revoke revoke -> hear(revoke.to(), party -> {
                rooms.removeIf(room -> room.worker == party && room.submitter.number == revoke.submitter().number());
                tell(party.number, new Fact.Return(revoke.lease()));
            });
            case Effect.Waits _ -> {
            }
            default -> throw new AssertionError("unexpected: " + effect);
        }
    }

    private void hear(ProcessKey to, Consumer<SimParty> news) {
        wire(HEAD, to.number()).add(() -> Optional.ofNullable(parties.get(to.number())).ifPresent(news));
    }

    private Deque<Runnable> wire(int from, int to) {
        return wires.computeIfAbsent(new Wire(from, to), _ -> new ArrayDeque<>());
    }

    @Override
    public String toString() {
        return rooms.stream().map(room -> "\nworker " + room.worker.number + " for " + room.submitter.number + "/" + room.lane + ": "
                + room.slots + " slots, " + room.active.size() + " active, " + room.waiting.size() + " wait")
                .collect(Collectors.joining());
    }
}
