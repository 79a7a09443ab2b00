package dev.troupe.messages;

import dev.troupe.head.Fact;
import dev.troupe.head.JobKey;
import dev.troupe.head.StartFailure;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.util.Set;

/// Encodes and decodes the facts that processes and agents report to the head.
final class FactCodec {
    private static final int OWNS_OBJECTS = 1;
    private static final int DEMAND = 2;
    private static final int RETURN = 3;
    private static final int BLOCKED = 4;
    private static final int UNBLOCKED = 5;
    private static final int CREATE_ACTOR = 6;
    private static final int ARGUMENTS_READY = 7;
    private static final int ACTOR_READY = 8;
    private static final int ACTOR_FAILED = 9;
    private static final int ACTOR_EXITED = 10;
    private static final int ACTOR_BLOCKED = 11;
    private static final int ACTOR_UNBLOCKED = 12;
    private static final int KILL_ACTOR = 13;
    private static final int UNREFERENCED = 14;
    private static final int HANDLE_HELD = 15;
    private static final int HANDLE_RELEASED = 16;
    private static final int CREATE_GROUP = 17;
    private static final int REMOVE_GROUP = 18;
    private static final int WATCH_GROUP = 19;
    private static final int ACTOR_RUNS_ON = 20;
    private static final int NODE_JOINED = 21;
    private static final int JOB_STARTED = 22;
    private static final int JOB_ENDED = 23;
    private static final int PROCESS_LOST = 24;
    private static final int WORKER_FAILED = 25;

    private FactCodec() {}

    static void write(Fact fact, Output to) {
        HeadOutput out = new HeadOutput(to);
        switch (fact) {
            case Fact.OwnsObjects it -> out.kind(OWNS_OBJECTS).process(it.process()).flag(it.any());
            case Fact.Demand it ->
                    out.kind(DEMAND).process(it.process()).shape(it.shape()).number(it.wanted()).maybe(it.preferred(), HeadOutput::node);
            case Fact.Return it -> out.kind(RETURN).number(it.lease().number());
            case Fact.Blocked it -> out.kind(BLOCKED).number(it.lease().number());
            case Fact.Unblocked it -> out.kind(UNBLOCKED).number(it.lease().number());
            case Fact.CreateActor it -> out.kind(CREATE_ACTOR).actorSpec(it.spec()).flag(it.argumentsReady());
            case Fact.ActorArgumentsReady it -> out.kind(ARGUMENTS_READY).actor(it.actor());
            case Fact.ActorReady it -> out.kind(ACTOR_READY).actor(it.actor()).number(it.incarnation());
            case Fact.ActorFailed it ->
                    out.kind(ACTOR_FAILED).actor(it.actor()).number(it.incarnation()).text(it.why()).bytes(it.failure());
            case Fact.ActorExited it -> out.kind(ACTOR_EXITED).actor(it.actor()).number(it.incarnation()).text(it.why());
            case Fact.ActorRunsOn it -> out.kind(ACTOR_RUNS_ON).actor(it.actor()).number(it.incarnation()).text(it.why());
            case Fact.ActorBlocked it -> out.kind(ACTOR_BLOCKED).actor(it.actor()).number(it.incarnation());
            case Fact.ActorUnblocked it -> out.kind(ACTOR_UNBLOCKED).actor(it.actor()).number(it.incarnation());
            case Fact.KillActor it -> out.kind(KILL_ACTOR).actor(it.actor()).flag(it.noRestart()).text(it.why());
            case Fact.ActorUnreferenced it -> out.kind(UNREFERENCED).actor(it.actor());
            case Fact.HandleHeld it -> out.kind(HANDLE_HELD).process(it.process()).actor(it.actor());
            case Fact.HandleReleased it -> out.kind(HANDLE_RELEASED).process(it.process()).actor(it.actor());
            case Fact.CreateGroup it -> out.kind(CREATE_GROUP).groupSpec(it.spec());
            case Fact.RemoveGroup it -> out.kind(REMOVE_GROUP).group(it.group());
            case Fact.WatchGroup it -> out.kind(WATCH_GROUP).process(it.process()).group(it.group());
            case Fact.NodeJoined it -> out.kind(NODE_JOINED).node(it.node()).text(it.ip()).text(it.hostname()).resources(it.total())
                    .texts(it.labels()).maybe(it.embeddedWorker(), HeadOutput::process);
            case Fact.JobStarted it -> out.kind(JOB_STARTED).number(it.job().number()).process(it.driver()).text(it.namespace())
                    .settings(it.shared()).maybe(it.node(), HeadOutput::node).terms(it.terms());
            case Fact.JobEnded it -> out.kind(JOB_ENDED).number(it.job().number()).text(it.why());
            case Fact.ProcessLost it -> out.kind(PROCESS_LOST).process(it.process()).text(it.why()).all(it.ran(), HeadOutput::number);
            case Fact.WorkerFailed it -> out.kind(WORKER_FAILED).process(it.process()).text(it.why()).text(it.cause().name());
            case Fact.NodeSuspected _,Fact.NodeTrusted _,Fact.NodeLost _,Fact.NodeFenced _,Fact.DrainNode _,Fact.WorkerStarted _ ->
                    throw new IllegalArgumentException("a fact that cannot be sent to another process: " + fact);
        }
    }

    static Fact read(Input from) {
        HeadInput in = new HeadInput(from);
        int kind = in.kind();
        return switch (kind) {
            case OWNS_OBJECTS -> new Fact.OwnsObjects(in.process(), in.flag());
            case DEMAND -> new Fact.Demand(in.process(), in.shape(), in.number(), in.maybe(HeadInput::node));
            case RETURN -> new Fact.Return(in.lease());
            case BLOCKED -> new Fact.Blocked(in.lease());
            case UNBLOCKED -> new Fact.Unblocked(in.lease());
            case CREATE_ACTOR -> new Fact.CreateActor(in.actorSpec(), in.flag());
            case ARGUMENTS_READY -> new Fact.ActorArgumentsReady(in.actor());
            case ACTOR_READY -> new Fact.ActorReady(in.actor(), in.number());
            case ACTOR_FAILED -> new Fact.ActorFailed(in.actor(), in.number(), in.text(), in.bytes());
            case ACTOR_EXITED -> new Fact.ActorExited(in.actor(), in.number(), in.text());
            case ACTOR_RUNS_ON -> new Fact.ActorRunsOn(in.actor(), in.number(), in.text());
            case ACTOR_BLOCKED -> new Fact.ActorBlocked(in.actor(), in.number());
            case ACTOR_UNBLOCKED -> new Fact.ActorUnblocked(in.actor(), in.number());
            case KILL_ACTOR -> new Fact.KillActor(in.actor(), in.flag(), in.text());
            case UNREFERENCED -> new Fact.ActorUnreferenced(in.actor());
            case HANDLE_HELD -> new Fact.HandleHeld(in.process(), in.actor());
            case HANDLE_RELEASED -> new Fact.HandleReleased(in.process(), in.actor());
            case CREATE_GROUP -> new Fact.CreateGroup(in.groupSpec());
            case REMOVE_GROUP -> new Fact.RemoveGroup(in.group());
            case WATCH_GROUP -> new Fact.WatchGroup(in.process(), in.group());
            case NODE_JOINED -> new Fact.NodeJoined(in.node(), in.text(), in.text(), in.resources(), in.texts(),
                    in.maybe(HeadInput::process));
            case JOB_STARTED ->
                    new Fact.JobStarted(new JobKey(in.number()), in.process(), in.text(), in.settings(), in.maybe(HeadInput::node),
                            in.terms());
            case JOB_ENDED -> new Fact.JobEnded(new JobKey(in.number()), in.text());
            case PROCESS_LOST -> new Fact.ProcessLost(in.process(), in.text(), Set.copyOf(in.all(HeadInput::longNumber)));
            case WORKER_FAILED -> new Fact.WorkerFailed(in.process(), in.text(), StartFailure.valueOf(in.text()));
            default -> throw new IllegalArgumentException("a fact of unknown kind " + kind);
        };
    }
}
