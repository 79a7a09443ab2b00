package dev.troupe.messages;

import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorState;
import dev.troupe.head.Effect;
import dev.troupe.head.GroupKey;
import dev.troupe.head.GroupState;
import dev.troupe.head.Shape;
import dev.troupe.head.StartFailure;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.util.Optional;
import java.util.Set;

/// Encodes and decodes the effects of the head.
final class EffectCodec {
    private static final int GRANTED = 1;
    private static final int LEASE_LOST = 2;
    private static final int REVOKE = 3;
    private static final int WANTED = 4;
    private static final int PLACE = 5;
    private static final int REMOVE_ACTOR = 6;
    private static final int ACTOR_CHANGED = 7;
    private static final int GROUP_CHANGED = 8;
    private static final int REFUSED = 9;
    private static final int TASKS_WAIT = 10;
    private static final int ACTOR_WAITS = 11;
    private static final int GROUP_WAITS = 12;
    private static final int START_WORKER = 13;
    private static final int STOP_WORKER = 14;
    private static final int RECALL = 15;

    private EffectCodec() {}

    static void write(Effect effect, Output to) {
        HeadOutput out = new HeadOutput(to);
        switch (effect) {
            case Effect.StartWorker it ->
                    out.kind(START_WORKER).node(it.node()).process(it.process()).settings(it.settings()).all(it.gpus(), HeadOutput::number)
                            .terms(it.terms());
            case Effect.StopWorker it -> out.kind(STOP_WORKER).node(it.node()).process(it.process()).text(it.why()).flag(it.force());
            case Effect.Drained it -> throw new IllegalArgumentException("an effect that cannot be sent to another process: " + it);
            case Effect.Granted it ->
                    out.kind(GRANTED).process(it.to()).number(it.lease().number()).shape(it.shape()).process(it.worker()).node(it.node())
                            .all(it.gpus(), HeadOutput::number).flag(it.othersWait());
            case Effect.LeaseLost it ->
                    out.kind(LEASE_LOST).process(it.to()).number(it.lease().number()).text(it.why()).flag(it.died())
                            .all(it.ran(), HeadOutput::number);
            case Effect.Revoke it ->
                    out.kind(REVOKE).process(it.to()).number(it.lease().number()).process(it.submitter()).text(it.why());
            case Effect.Recall it -> out.kind(RECALL).process(it.to()).number(it.lease().number());
            case Effect.Wanted it -> out.kind(WANTED).process(it.to()).shape(it.shape()).flag(it.othersWait());
            case Effect.Place it ->
                    out.kind(PLACE).process(it.to()).actorSpec(it.spec()).number(it.incarnation()).number(it.restarts())
                            .all(it.gpus(), HeadOutput::number);
            case Effect.RemoveActor it ->
                    out.kind(REMOVE_ACTOR).process(it.to()).actor(it.actor()).number(it.incarnation()).text(it.why())
                            .flag(it.graceful());
            case Effect.ActorChanged it ->
                    out.kind(ACTOR_CHANGED).all(it.to(), HeadOutput::process).actor(it.actor()).text(it.state().name())
                            .maybe(it.worker(), HeadOutput::process).maybe(it.node(), HeadOutput::node).number(it.incarnation())
                            .number(it.restarts()).text(it.why()).flag(it.environmentFailed()).bytes(it.failure());
            case Effect.GroupChanged it ->
                    out.kind(GROUP_CHANGED).all(it.to(), HeadOutput::process).group(it.group()).text(it.state().name()).text(it.why());
            case Effect.Refused it -> {
                out.kind(REFUSED).process(it.to()).text(it.reason()).maybe(it.unstarted(), (one, cause) -> one.text(cause.name()));
                FactCodec.write(it.request(), to);
            }
            case Effect.Waits(var who, Shape shape, var why, var lasting) ->
                    out.kind(TASKS_WAIT).process(who).shape(shape).text(why).flag(lasting);
            case Effect.Waits(var who, ActorKey actor, var why, var lasting) ->
                    out.kind(ACTOR_WAITS).process(who).actor(actor).text(why).flag(lasting);
            case Effect.Waits(var who, GroupKey group, var why, var lasting) ->
                    out.kind(GROUP_WAITS).process(who).group(group).text(why).flag(lasting);
        }
    }

    static Effect read(Input from) {
        HeadInput in = new HeadInput(from);
        int kind = in.kind();
        return switch (kind) {
            case START_WORKER -> new Effect.StartWorker(in.node(), in.process(), in.settings(), in.all(HeadInput::number), in.terms());
            case STOP_WORKER -> new Effect.StopWorker(in.node(), in.process(), in.text(), in.flag());
            case GRANTED -> new Effect.Granted(in.process(), in.lease(), in.shape(), in.process(), in.node(), in.all(HeadInput::number),
                    in.flag());
            case LEASE_LOST -> new Effect.LeaseLost(in.process(), in.lease(), in.text(), in.flag(),
                    Set.copyOf(in.all(HeadInput::longNumber)));
            case REVOKE -> new Effect.Revoke(in.process(), in.lease(), in.process(), in.text());
            case RECALL -> new Effect.Recall(in.process(), in.lease());
            case WANTED -> new Effect.Wanted(in.process(), in.shape(), in.flag());
            case PLACE -> new Effect.Place(in.process(), in.actorSpec(), in.number(), in.number(), in.all(HeadInput::number));
            case REMOVE_ACTOR -> new Effect.RemoveActor(in.process(), in.actor(), in.number(), in.text(), in.flag());
            case ACTOR_CHANGED -> new Effect.ActorChanged(in.all(HeadInput::process), in.actor(), ActorState.valueOf(in.text()),
                    in.maybe(HeadInput::process), in.maybe(HeadInput::node), in.number(), in.number(), in.text(), in.flag(),
                    in.bytes());
            case GROUP_CHANGED -> new Effect.GroupChanged(in.all(HeadInput::process), in.group(), GroupState.valueOf(in.text()), in.text());
            case REFUSED -> {
                var to = in.process();
                String reason = in.text();
                Optional<StartFailure> unstarted = in.maybe(HeadInput::text).map(StartFailure::valueOf);
                yield new Effect.Refused(to, FactCodec.read(from), reason, unstarted);
            }
            case TASKS_WAIT -> new Effect.Waits(in.process(), in.shape(), in.text(), in.flag());
            case ACTOR_WAITS -> new Effect.Waits(in.process(), in.actor(), in.text(), in.flag());
            case GROUP_WAITS -> new Effect.Waits(in.process(), in.group(), in.text(), in.flag());
            default -> throw new IllegalArgumentException("an effect of unknown kind " + kind);
        };
    }
}
