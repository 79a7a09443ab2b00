package dev.troupe.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.cluster.Facts;
import dev.troupe.head.ActorKey;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.Head;
import dev.troupe.head.HeadSettings;
import dev.troupe.head.JobKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.WorkerSettings;
import dev.troupe.messages.Message;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Peers;
import dev.troupe.messages.ThisProcess;
import dev.troupe.objects.CallerId;
import dev.troupe.objects.Reaper;
import dev.troupe.objects.Results;
import dev.troupe.objects.TrackedObject;
import dev.troupe.objects.Waiters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// One small cluster: the real head, the real submitters of tasks and callers of actors, messages as slow as it takes, workers that die.
/// Arguments wait for calls and calls for arguments, and nobody waits for ever; each actor runs the calls of each caller in their order.
final class SubmitterSimulation {
    private static final long MILLISECOND = 1_000_000;
    private static final Outcome NOTHING = new Outcome.Inline(new byte[0], null);
    private static final int HEAD = 0;
    private static final int NODE = -1;

    private final Random random;
    private final int cpus;
    private final Head head = new Head(
            new HeadSettings(Duration.ofSeconds(1), 4, 2, 3, Duration.ofMillis(500), 10, Duration.ofSeconds(10), Duration.ofSeconds(1)));
    private final Map<Integer, SimParty> parties = new TreeMap<>();
    private final Set<Integer> drivers = new HashSet<>();
    private final SimWires wires = new SimWires();
    private final List<SimRoom> rooms = new ArrayList<>();
    /// Those that live.
    private final Map<ActorKey, SimActor> actors = new LinkedHashMap<>();
    private final Reaper reaper = new Reaper();
    private final SimProgram program;
    private int deaths;
    private int cancellations;
    private long now;

    SubmitterSimulation(long seed) {
        random = new Random(seed);
        cpus = 1 + random.nextInt(3);
        deaths = random.nextInt(4);
        cancellations = random.nextInt(6);
        program = new SimProgram(random, cpus, this::over);
        reaper.close(); // handles are held to the end
    }

    void play() {
        tell(NODE, new Fact.NodeJoined(new NodeKey(1), "192.0.2.1", "here", Resources.cpu(cpus), Map.of(), Optional.empty()));
        for (int i = random.nextInt(3); i >= 0; i--) {
            JobKey job = new JobKey(i + 1);
            SimParty driver = party(head.nextProcess().number(), job);
            drivers.add(driver.number);
            tell(driver.number, new Fact.JobStarted(job, new ProcessKey(driver.number), "", WorkerSettings.shared(job)));
            CallerId user = new CallerId();
            for (int actor = random.nextInt(3); actor > 0; actor--) {
                tell(driver.number, program.create(driver));
            }
            for (int step = random.nextInt(12); step >= 0; step--) {
                wires.add(NODE, driver.number, () -> program.ask(driver, user, 0, 0, false)); // the user, at any time
            }
        }
        finish();
        assertEquals(Set.of(), program.work.keySet(), () -> "tasks and calls that never end, with " + cpus + " CPUs: " + this);
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
        possible.addAll(wires.arrivals());
        for (SimRoom room : rooms) {
            room.active.stream().filter(attempt -> attempt.waitsFor == 0).forEach(attempt -> possible.add(() -> goOn(room, attempt)));
        }
        actors.values().stream().filter(actor -> actor.running != null && actor.running.waitsFor == 0)
                .forEach(actor -> possible.add(() -> goOn(actor, actor.running)));
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
        } else if (cancellations > 0 && !program.calls.isEmpty() && random.nextInt(20) == 0) {
            cancellations--;
            cancel(new ArrayList<>(program.calls.values()).get(random.nextInt(program.calls.size())));
        } else {
            possible.get(random.nextInt(possible.size())).run();
        }
        return true;
    }

    private SimParty party(int number, JobKey job) {
        SimParty party = new SimParty(number, job);
        ThisProcess self = new ThisProcess(number, job.number(), 1, "192.0.2.1", "", List.of(), null, null);
        Facts told = fact -> tell(number, fact);
        Peers peers = process -> party.gone.contains(process) ? null : new Neighbour(party, process);
        Executor later = action -> wires.add(number, number, action);
        Reasons reasons = new Reasons();
        CallFailures failures = new CallFailures(self, later);
        party.results = new OwnResults(number);
        party.sent = new SentCalls(later);
        party.submitter = new TaskSubmitter(new Leases(number, told, reasons), party.sent, peers, party.results, failures, reasons,
                () -> now);
        party.actors = new Actors(self, told,
                (key, terms, idle) -> new ActorClient(key, terms, peers, party.results, failures, reasons, party.sent, idle),
                new Waiters(), reaper, later);
        parties.put(number, party);
        return party;
    }

    /// Everybody waits for results of his own.
    private record OwnResults(int process) implements Results {
        @Override
        public void want(TrackedObject argument) {
            assertEquals(process, argument.owner);
        }

        @Override
        public void complete(TrackedObject result, Outcome outcome) {
            result.complete(outcome);
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
            wires.add(from.number, to, () -> {
                SimParty worker = parties.get(to);
                if (worker != null && !worker.gone.contains(from.number)) {
                    hear(worker, (Message.ToHost) message);
                }
            });
        }

        private void hear(SimParty worker, Message.ToHost message) {
            switch (message) {
                case Message.Slots told -> room(worker, from, told.lane()).slots(told.slots());
                case Message.Run run -> {
                    SimRoom room = room(worker, from, run.lane());
                    if (parties.containsValue(from)) {
                        SimWork.Attempt attempt = new SimWork.Attempt(run.number(), program.work(from, run.number()), new CallerId());
                        if (run.urgent()) {
                            room.waiting.addFirst(attempt);
                        } else {
                            room.waiting.addLast(attempt);
                        }
                    }
                    room.slots(run.slots());
                }
                case Message.Ask ask -> {
                    SimActor actor = actors.get(ask.actor());
                    if (actor != null && actor.worker() == worker && actor.incarnation == ask.incarnation()) {
                        actor.ask(ask.number(), program.work(from, ask.number()));
                    }
                }
                case Message.Cancel cancel -> {
                    List.copyOf(rooms).stream().filter(room -> room.worker == worker && room.submitter == from)
                            .forEach(room -> cancelled(room, cancel.number()));
                    actors.values().stream().filter(actor -> actor.worker() == worker)
                            .forEach(actor -> actor.cancel(from, cancel.number()));
                }
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

    private void over(SimParty from, long number) {
        rooms.stream().filter(room -> room.worker == from).forEach(room -> room.active.stream()
                .filter(attempt -> attempt.waitsFor == number).forEach(attempt -> waits(room, attempt, 0)));
        actors.values().stream().filter(actor -> actor.worker() == from && actor.running != null && actor.running.waitsFor == number)
                .forEach(actor -> actor.running.waitsFor = 0);
    }

    // On any thread of the submitter's process, and so in two steps.
    private void cancel(Call call) {
        SimParty from = parties.get(call.result.owner);
        program.calls.remove(call.number());
        if (from == null) {
            return;
        }
        call.cancelled = true;
        wires.add(from.number, from.number, () -> {
            if (parties.containsValue(from)) {
                call.cancel();
                from.results.complete(call.result, NOTHING);
            }
        });
    }

    // What waits is over, what runs is interrupted.
    private void cancelled(SimRoom room, long number) {
        if (room.waiting.removeIf(attempt -> attempt.number == number)) {
            answer(room, () -> {
                var _ = room.submitter.sent.done(new Message.Done(number, NOTHING, 0));
            });
        }
        room.active.stream().filter(attempt -> attempt.number == number).forEach(attempt -> {
            attempt.children = 0;
            if (attempt.waitsFor != 0) {
                waits(room, attempt, 0);
            }
        });
    }

    private void goOn(SimStage stage, SimWork.Attempt attempt) {
        if (attempt.children > 0) {
            attempt.children--;
            waits(stage, attempt, -1);
            Call call = program.ask(stage.worker(), attempt.caller, attempt.work.level(), attempt.work.depth() + 1, true);
            if (call.result.done()) {
                waits(stage, attempt, 0);
            } else {
                attempt.waitsFor = call.number();
            }
        } else {
            ended(stage, attempt);
        }
    }

    private void ended(SimStage stage, SimWork.Attempt attempt) {
        long nanos = random.nextBoolean() ? 1000 : 80 * MILLISECOND;
        Message.Done done = new Message.Done(attempt.number, NOTHING, nanos);
        switch (stage) {
            case SimRoom room -> {
                room.active.remove(attempt);
                answer(room, () -> {
                    var _ = room.submitter.sent.done(done);
                });
                room.start();
            }
            case SimActor actor -> {
                SimParty caller = attempt.work.submitter();
                say(actor.worker(), caller, () -> {
                    var _ = caller.sent.done(done);
                });
                actor.over();
            }
        }
    }

    private void waits(SimStage stage, SimWork.Attempt attempt, long forResult) {
        attempt.waitsFor = forResult;
        if (stage instanceof SimRoom room) {
            answer(room, () -> room.submitter.submitter.idle(new Neighbour(room.submitter, room.worker.number),
                    new Message.Idle(room.lane, forResult != 0)));
        }
    }

    private void answer(SimRoom room, Runnable action) {
        say(room.worker, room.submitter, action);
    }

    private void say(SimParty from, SimParty to, Runnable action) {
        wires.add(from.number, to.number, () -> {
            if (parties.containsValue(to)) {
                action.run();
            }
        });
    }

    // What it has said may be heard, or a part of it.
    private void end(SimParty dead) {
        parties.remove(dead.number);
        Set<Long> ran = rooms.stream().filter(room -> room.worker == dead).flatMap(room -> room.active.stream())
                .map(attempt -> attempt.number).collect(Collectors.toSet());
        actors.values().stream().filter(actor -> actor.worker() == dead && actor.running != null)
                .forEach(actor -> ran.addAll(List.of(actor.running.number, actor.key.number())));
        actors.values().removeIf(actor -> actor.worker() == dead);
        rooms.removeIf(room -> room.worker == dead);
        program.died(dead);
        wires.cut(dead.number, random);
        wires.add(NODE, NODE, () -> {
            parties.values().forEach(party -> wires.add(HEAD, party.number, () -> gone(party, dead, ran)));
            tell(NODE, new Fact.ProcessLost(new ProcessKey(dead.number), "it was killed", ran));
        });
    }

    private void gone(SimParty party, SimParty dead, Set<Long> ran) {
        party.gone.add(dead.number);
        wires.clear(dead.number, party.number);
        rooms.removeIf(room -> room.worker == party && room.submitter == dead);
        party.actors.gone(dead.number, ran);
        party.submitter.gone(dead.number, "it was killed", ran);
    }

    private void tell(int from, Fact fact) {
        wires.add(from, HEAD, () -> head.on(now, fact).forEach(this::carryOut));
    }

    private void carryOut(Effect effect) {
        switch (effect) {
            case Effect.StartWorker start -> wires.add(HEAD, NODE, () -> {
                party(start.process().number(), start.settings().job());
                tell(NODE, new Fact.WorkerStarted(start.process()));
            });
            case Effect.StopWorker stop ->
                    wires.add(HEAD, NODE, () -> Optional.ofNullable(parties.get(stop.process().number())).ifPresent(this::end));
            case Effect.Granted granted -> hear(granted.to(), party -> party.submitter.granted(granted));
            case Effect.Wanted wanted -> hear(wanted.to(), party -> party.submitter.wanted(wanted));
            case Effect.LeaseLost lost -> hear(lost.to(), party -> party.submitter.leaseLost(lost));
            case Effect.Revoke revoke -> hear(revoke.to(), party -> {
                rooms.removeIf(room -> room.worker == party && room.submitter.number == revoke.submitter().number());
                tell(party.number, new Fact.Return(revoke.lease()));
            });
            case Effect.Place place -> hear(place.to(), party -> {
                SimActor actor = new SimActor(party, place.spec().key(), place.incarnation());
                actors.put(actor.key, actor);
                tell(party.number, new Fact.ActorReady(actor.key, actor.incarnation));
            });
            case Effect.RemoveActor remove -> hear(remove.to(), party -> {
                actors.values().removeIf(actor -> actor.key.equals(remove.actor()) && actor.incarnation == remove.incarnation());
                tell(party.number, new Fact.ActorExited(remove.actor(), remove.incarnation(), remove.why()));
            });
            case Effect.ActorChanged changed -> changed.to().forEach(to -> hear(to, party -> party.actors.changed(changed)));
            case Effect.Waits _ -> {
            }
            default -> throw new AssertionError("unexpected: " + effect);
        }
    }

    private void hear(ProcessKey to, Consumer<SimParty> news) {
        wires.add(HEAD, to.number(), () -> Optional.ofNullable(parties.get(to.number())).ifPresent(news));
    }

    @Override
    public String toString() {
        return rooms.stream().map(room -> "\nworker " + room.worker.number + " for " + room.submitter.number + "/" + room.lane + ": "
                + room.slots + " slots, " + room.active.size() + " active, " + room.waiting.size() + " wait")
                .collect(Collectors.joining());
    }
}
