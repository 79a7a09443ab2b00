package dev.troupe.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorSpec;
import dev.troupe.head.ActorState;
import dev.troupe.head.BundleKey;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import dev.troupe.head.GroupSpec;
import dev.troupe.head.GroupState;
import dev.troupe.head.Isolation;
import dev.troupe.head.JobKey;
import dev.troupe.head.LeaseKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.Owner;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.StartFailure;
import dev.troupe.head.Strategy;
import dev.troupe.head.WorkerSettings;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HeadCodecTest {
    private static final JobKey JOB = new JobKey(3);
    private static final ProcessKey PROCESS = new ProcessKey(7);
    private static final NodeKey NODE = new NodeKey(1L << 40);
    private static final LeaseKey LEASE = new LeaseKey(99);
    private static final ActorKey ACTOR = new ActorKey(JOB, 1L << 41);
    private static final GroupKey GROUP = new GroupKey(JOB, 12);
    private static final WorkerSettings SETTINGS = new WorkerSettings(JOB, Isolation.PROCESS, List.of("-Xmx1g"), Map.of("A", "ä"),
            List.of("x.jar"), Optional.of("/work"));
    private static final Resources RESOURCES = Resources.of(Map.of("CPU", 0.5, "memory", 1e9, "disk", 3.0));
    private static final Shape SHAPE = new Shape(RESOURCES, Optional.of(new BundleKey(GROUP, -1)), SETTINGS);
    private static final Owner OWNER = new Owner(PROCESS, Optional.of(ACTOR));
    private static final ActorSpec SPEC = new ActorSpec(ACTOR, "name", "space", true, OWNER, RESOURCES,
            Optional.of(new BundleKey(GROUP, 2)), SETTINGS, -1, "my.Actor", new byte[]{1, 2});
    private static final GroupSpec GROUP_SPEC = new GroupSpec(GROUP, "", "space", Strategy.SPREAD, List.of(RESOURCES, Resources.NONE),
            Owner.of(PROCESS));

    private static final List<Fact> FACTS = List.of(new Fact.OwnsObjects(PROCESS, true), new Fact.Demand(PROCESS, SHAPE, 5),
            new Fact.Demand(PROCESS, Shape.of(Resources.NONE, WorkerSettings.shared(JOB)), 0, Optional.of(NODE)), new Fact.Return(LEASE),
            new Fact.Blocked(LEASE), new Fact.Unblocked(LEASE), new Fact.CreateActor(SPEC, false), new Fact.ActorArgumentsReady(ACTOR),
            new Fact.ActorReady(ACTOR, 2), new Fact.ActorFailed(ACTOR, 2, "why", new byte[]{9}), new Fact.ActorExited(ACTOR, 2, "why"),
            new Fact.ActorRunsOn(ACTOR, 2, "why"), new Fact.ActorBlocked(ACTOR, 1), new Fact.ActorUnblocked(ACTOR, 1),
            new Fact.KillActor(ACTOR, true, "why"),
            new Fact.ActorUnreferenced(ACTOR), new Fact.HandleHeld(PROCESS, ACTOR), new Fact.HandleReleased(PROCESS, ACTOR),
            new Fact.CreateGroup(GROUP_SPEC), new Fact.RemoveGroup(GROUP), new Fact.WatchGroup(PROCESS, GROUP));

    private static final Set<Class<?>> SAID_AT_HOME = Set.of(Fact.NodeJoined.class, Fact.NodeSuspected.class, Fact.NodeTrusted.class,
            Fact.NodeLost.class, Fact.NodeFenced.class, Fact.DrainNode.class, Fact.JobStarted.class,
            Fact.JobEnded.class, Fact.ProcessLost.class, Fact.WorkerStarted.class, Fact.WorkerFailed.class);

    private static final List<Effect.ToProcess> EFFECTS = List.of(
            new Effect.Granted(PROCESS, LEASE, SHAPE, PROCESS, NODE, List.of(0, 3), true),
            new Effect.LeaseLost(PROCESS, LEASE, "why", true, Set.of(1L, 1L << 50)), new Effect.Revoke(PROCESS, LEASE, PROCESS, "why"),
            new Effect.Wanted(PROCESS, SHAPE, true), new Effect.Recall(PROCESS, LEASE), new Effect.Place(PROCESS, SPEC, 4, 3, List.of(1)),
            new Effect.RemoveActor(PROCESS, ACTOR, 1, "why", true),
            new Effect.ActorChanged(List.of(PROCESS), ACTOR, ActorState.DEAD, Optional.of(PROCESS), Optional.of(NODE), 1, 2, "why",
                    true, new byte[]{5}),
            new Effect.GroupChanged(List.of(), GROUP, GroupState.REMOVED, "why"),
            new Effect.Refused(PROCESS, new Fact.CreateGroup(GROUP_SPEC), "reason", Optional.of(StartFailure.SETUP)),
            new Effect.Waits(PROCESS, SHAPE, "why", true), new Effect.Waits(PROCESS, ACTOR, "why", false),
            new Effect.Waits(PROCESS, GROUP, "why", true));

    private static Input written(Fact fact) {
        Output out = new Output(16);
        FactCodec.write(fact, out);
        return new Input(out.toBytes());
    }

    private static Input written(Effect.ToProcess effect) {
        Output out = new Output(16);
        EffectCodec.write(effect, out);
        return new Input(out.toBytes());
    }

    // Records with arrays in them are equal only if these are the same.
    private static void assertSame(Object expected, Object actual) throws ReflectiveOperationException {
        if (expected instanceof byte[] bytes) {
            assertEquals(Arrays.toString(bytes), Arrays.toString((byte[]) actual));
        } else if (expected instanceof Record record) {
            assertEquals(record.getClass(), actual.getClass());
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                assertSame(component.getAccessor().invoke(expected), component.getAccessor().invoke(actual));
            }
        } else {
            assertEquals(expected, actual);
        }
    }

    @Test
    void whatIsReadIsWhatWasWritten() throws ReflectiveOperationException {
        for (Fact fact : FACTS) {
            Input in = written(fact);
            assertSame(fact, FactCodec.read(in));
            assertEquals(0, in.remaining(), fact.toString());
        }
        for (Effect.ToProcess effect : EFFECTS) {
            Input in = written(effect);
            assertSame(effect, EffectCodec.read(in));
            assertEquals(0, in.remaining(), effect.toString());
        }
    }

    @Test
    void everyKindIsTried() {
        Set<Class<?>> tried = new HashSet<>(SAID_AT_HOME);
        FACTS.forEach(fact -> tried.add(fact.getClass()));
        EFFECTS.forEach(effect -> tried.add(effect.getClass()));
        Set<Class<?>> all = new HashSet<>();
        Stream.of(Fact.class, Effect.ToOne.class, Effect.ToMany.class)
                .forEach(type -> all.addAll(Arrays.asList(type.getPermittedSubclasses())));
        assertEquals(all, tried);
    }

    @Test
    void whatIsSaidAtHomeDoesNotTravel() {
        assertThrows(IllegalArgumentException.class, () -> written(new Fact.NodeLost(NODE, "why")));
    }

    @Test
    void nonsenseIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> FactCodec.read(new Input(new byte[]{77})));
        assertThrows(IllegalArgumentException.class, () -> EffectCodec.read(new Input(new byte[]{77})));
    }
}
