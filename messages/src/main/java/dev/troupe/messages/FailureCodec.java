package dev.troupe.messages;

import dev.troupe.messages.Failure.ActorDied;
import dev.troupe.messages.Failure.ArgumentFailed;
import dev.troupe.messages.Failure.ConstructorThrew;
import dev.troupe.messages.Failure.EnvironmentFailed;
import dev.troupe.messages.Failure.ObjectLost;
import dev.troupe.messages.Failure.ObjectMissing;
import dev.troupe.messages.Failure.Other;
import dev.troupe.messages.Failure.Place;
import dev.troupe.messages.Failure.TaskThrew;
import dev.troupe.messages.Failure.WorkerDied;
import dev.troupe.messages.Failure.WorkerUnstarted;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import io.ray.api.id.ActorId;
import io.ray.api.id.BaseId;
import io.ray.api.id.ObjectId;
import io.ray.api.id.TaskId;

/// Failures as bytes.
public final class FailureCodec {
    private static final byte TASK_THREW = 1;
    private static final byte WORKER_DIED = 2;
    private static final byte ACTOR_DIED = 3;
    private static final byte CONSTRUCTOR_THREW = 4;
    private static final byte OBJECT_LOST = 5;
    private static final byte ENVIRONMENT_FAILED = 6;
    private static final byte OTHER = 7;
    private static final byte ARGUMENT_FAILED = 8;
    private static final byte OBJECT_MISSING = 9;
    private static final byte WORKER_UNSTARTED = 10;

    private FailureCodec() {}

    public static byte[] encode(Failure failure) {
        Output out = new Output(256);
        write(failure, out);
        return out.toBytes();
    }

    public static Failure decode(byte[] bytes) {
        return read(new Input(bytes));
    }

    static void write(Failure failure, Output out) {
        switch (failure) {
            case TaskThrew(String task, TaskId id, Place place, Thrown thrown) -> {
                out.writeByte(TASK_THREW);
                write(task, id, place, out);
                write(thrown, out);
            }
            case WorkerDied(String task, TaskId id, String why, int attempts) -> {
                out.writeByte(WORKER_DIED);
                write(task, id, out);
                out.writeText(why);
                out.writeInt(attempts);
            }
            case ActorDied(String actor, ActorId id, String why, boolean restarting) -> {
                out.writeByte(ACTOR_DIED);
                write(actor, id, out);
                out.writeText(why);
                out.writeByte(restarting ? 1 : 0);
            }
            case ConstructorThrew(String actor, ActorId id, Place place, Thrown thrown) -> {
                out.writeByte(CONSTRUCTOR_THREW);
                write(actor, id, place, out);
                write(thrown, out);
            }
            case ObjectLost(ObjectId id, String why) -> {
                out.writeByte(OBJECT_LOST);
                out.writeBytes(id.getBytes(), 0, id.size());
                out.writeText(why);
            }
            case ArgumentFailed(String task, TaskId id, Place place, Failure first) -> {
                out.writeByte(ARGUMENT_FAILED);
                write(task, id, place, out);
                write(first, out);
            }
            case ObjectMissing(long stored, String why) -> {
                out.writeByte(OBJECT_MISSING);
                out.writeLong(stored);
                out.writeText(why);
            }
            case EnvironmentFailed(String what, String why) -> {
                out.writeByte(ENVIRONMENT_FAILED);
                out.writeText(what);
                out.writeText(why);
            }
            case WorkerUnstarted(String task, String why) -> {
                out.writeByte(WORKER_UNSTARTED);
                out.writeText(task);
                out.writeText(why);
            }
            case Other(String why) -> {
                out.writeByte(OTHER);
                out.writeText(why);
            }
        }
    }

    static Failure read(Input in) {
        byte kind = in.readByte();
        return switch (kind) {
            case TASK_THREW -> new TaskThrew(in.readText(), TaskId.fromBytes(in.readBytes(TaskId.LENGTH)), readPlace(in), readThrown(in));
            case WORKER_DIED ->
                    new WorkerDied(in.readText(), TaskId.fromBytes(in.readBytes(TaskId.LENGTH)), in.readText(), in.readInt());
            case ACTOR_DIED ->
                    new ActorDied(in.readText(), ActorId.fromBytes(in.readBytes(ActorId.LENGTH)), in.readText(), in.readByte() == 1);
            case CONSTRUCTOR_THREW ->
                    new ConstructorThrew(in.readText(), ActorId.fromBytes(in.readBytes(ActorId.LENGTH)), readPlace(in), readThrown(in));
            case OBJECT_LOST -> new ObjectLost(new ObjectId(in.readBytes(ObjectId.LENGTH)), in.readText());
            case ARGUMENT_FAILED ->
                    new ArgumentFailed(in.readText(), TaskId.fromBytes(in.readBytes(TaskId.LENGTH)), readPlace(in), read(in));
            case OBJECT_MISSING -> new ObjectMissing(in.readLong(), in.readText());
            case ENVIRONMENT_FAILED -> new EnvironmentFailed(in.readText(), in.readText());
            case WORKER_UNSTARTED -> new WorkerUnstarted(in.readText(), in.readText());
            case OTHER -> new Other(in.readText());
            default -> throw new IllegalArgumentException("a failure of unknown kind " + kind);
        };
    }

    private static void write(String what, BaseId id, Output out) {
        out.writeText(what);
        out.writeBytes(id.getBytes(), 0, id.size());
    }

    private static void write(String what, BaseId id, Place place, Output out) {
        write(what, id, out);
        out.writeInt(place.pid());
        out.writeText(place.ip());
    }

    private static Place readPlace(Input in) {
        return new Place(in.readInt(), in.readText());
    }

    private static void write(Thrown thrown, Output out) {
        out.writeArray(thrown.value());
        out.writeText(thrown.trace());
    }

    private static Thrown readThrown(Input in) {
        return new Thrown(in.readArray(), in.readText());
    }
}
