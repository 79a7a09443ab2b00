package dev.troupe.calls;

import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorSpec;
import dev.troupe.head.Fact;
import dev.troupe.head.JobKey;
import dev.troupe.head.Owner;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.WorkerSettings;
import dev.troupe.messages.ActorTerms;
import dev.troupe.objects.CallerId;
import dev.troupe.objects.TrackedObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;

/// What the users of a [SubmitterSimulation] ask for: tasks and actors' calls, which wait for each other as arguments.
final class SimProgram {
    private static final ActorTerms TERMS = new ActorTerms("Actor", 0, -1);
    private static final int DEEPEST = 3;

    private final Random random;
    private final int cpus;
    private final ObjLongConsumer<SimParty> over;
    private final Map<JobKey, List<ActorKey>> actors = new HashMap<>();
    private final List<Handle<?>> handles = new ArrayList<>();
    private long numbers;
    /// What is not over yet, by its number.
    final Map<Long, SimWork> work = new TreeMap<>();
    /// Those that may still be cancelled.
    final Map<Long, Call> calls = new TreeMap<>();

    /// @param over told of each result, and whose it is
    SimProgram(Random random, int cpus, ObjLongConsumer<SimParty> over) {
        this.random = random;
        this.cpus = cpus;
        this.over = over;
    }

    /// One more actor for all of the job to call.
    Fact.CreateActor create(SimParty driver) {
        ActorKey key = new ActorKey(driver.job, ++numbers);
        handles.add(driver.actors.created(key, TERMS, null));
        actors.computeIfAbsent(driver.job, _ -> new ArrayList<>()).add(key);
        WorkerSettings shared = WorkerSettings.shared(driver.job);
        return new Fact.CreateActor(new ActorSpec(key, "", "", false, Owner.of(new ProcessKey(driver.number)), Resources.cpu(0),
                Optional.empty(), random.nextInt(4) == 0 ? shared.alone() : shared, -1, "Actor", new byte[0]));
    }

    /// What it is about; nothing any more for one that was cancelled.
    SimWork work(SimParty from, long number) {
        return work.getOrDefault(number, new SimWork(from, new CallerId(), 0, 0, 0));
    }

    /// Asks for a task, an actor's call, or one that waits for the other.
    ///
    /// @param level of the actors it may call
    /// @param urgent by a task
    /// @return what the program waits for
    Call ask(SimParty from, CallerId caller, int level, int depth, boolean urgent) {
        List<ActorKey> all = actors.getOrDefault(from.job, List.of());
        int index = all.isEmpty() ? 0 : level + random.nextInt(all.size());
        int kind = index >= all.size() ? 0 : random.nextInt(6);
        return switch (kind) {
            case 1 -> call(from, caller, index, depth);
            case 2 -> call(from, caller, index, depth, task(from, caller, level, depth, urgent));
            case 3 -> { // the second waits behind the first
                call(from, caller, index, depth, task(from, caller, level, depth, urgent));
                yield call(from, caller, index, depth);
            }
            case 4 -> task(from, caller, level, depth, urgent, call(from, caller, index, depth));
            default -> task(from, caller, level, depth, urgent);
        };
    }

    private Call task(SimParty from, CallerId caller, int level, int depth, boolean urgent, Call... arguments) {
        Call call = made(from, urgent, -1, arguments, new SimWork(from, caller, depth, level, children(depth)));
        WorkerSettings shared = WorkerSettings.shared(from.job);
        double needs = random.nextInt(4) > 0 ? 1 : List.of(0.0, 0.5, (double) cpus).get(random.nextInt(3));
        from.submitter.submit(call, Shape.of(Resources.cpu(needs), random.nextInt(8) == 0 ? shared.alone() : shared));
        return call;
    }

    // Its method calls none but later actors, or two of them could wait for each other.
    private Call call(SimParty from, CallerId caller, int index, int depth, Call... arguments) {
        Call call = made(from, true, random.nextInt(3) - 1, arguments, new SimWork(from, caller, depth, index + 1, children(depth)));
        Handle<?> handle = from.actors.handle(actors.get(from.job).get(index), TERMS);
        handles.add(handle);
        handle.client().submit(call, caller);
        return call;
    }

    private int children(int depth) {
        return depth == DEEPEST ? 0 : random.nextInt(3);
    }

    private Call made(SimParty from, boolean urgent, int retries, Call[] arguments, SimWork about) {
        TrackedObject[] refs = Stream.of(arguments).map(argument -> argument.result).toArray(TrackedObject[]::new);
        Call call = new Call(new TrackedObject(from.number, ++numbers), "work", null, new Arguments(new byte[0], refs, null), "", urgent,
                retries);
        work.put(call.number(), about);
        calls.put(call.number(), call);
        call.result.whenDone(() -> {
            calls.remove(call.number());
            work.remove(call.number());
            over.accept(from, call.number());
        });
        return call;
    }

    /// Nobody wants what it has asked for.
    void died(SimParty dead) {
        work.values().removeIf(one -> one.submitter() == dead);
        calls.values().removeIf(call -> call.result.owner == dead.number);
    }
}
