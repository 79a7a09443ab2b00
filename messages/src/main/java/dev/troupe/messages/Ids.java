package dev.troupe.messages;

import io.ray.api.id.ActorId;
import io.ray.api.id.JobId;
import io.ray.api.id.ObjectId;
import io.ray.api.id.PlacementGroupId;
import io.ray.api.id.TaskId;
import io.ray.api.id.UniqueId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Converts our numbers to the API's ids and back. The ids have Ray's layout: an actor's id ends with its job's, a task's with its actor's, and an
/// object's id begins with that of the task that made it.
public final class Ids {
    private static final int ACTOR_NUMBER = ActorId.LENGTH - JobId.LENGTH;
    private static final int GROUP_NUMBER = PlacementGroupId.LENGTH - JobId.LENGTH;
    private static final int RESULT = 1;
    private static final byte UNUSED = (byte) 0xff;

    private Ids() {}

    public static JobId job(int number) {
        return JobId.fromInt(number);
    }

    public static int number(JobId id) {
        return little(id.getBytes()).getInt(0);
    }

    public static ActorId actor(int job, long number) {
        byte[] bytes = new byte[ActorId.LENGTH];
        big(bytes).putLong(ACTOR_NUMBER - Long.BYTES, number);
        little(bytes).putInt(ACTOR_NUMBER, job);
        return ActorId.fromBytes(bytes);
    }

    /// The actor part of the ids of tasks and objects that belong to no actor.
    public static ActorId noActor(int job) {
        byte[] bytes = new byte[ActorId.LENGTH];
        Arrays.fill(bytes, 0, ACTOR_NUMBER, UNUSED);
        little(bytes).putInt(ACTOR_NUMBER, job);
        return ActorId.fromBytes(bytes);
    }

    public static long number(ActorId id) {
        return big(id.getBytes()).getLong(ACTOR_NUMBER - Long.BYTES);
    }

    public static int job(ActorId id) {
        return little(id.getBytes()).getInt(ACTOR_NUMBER);
    }

    /// A task that belongs to no actor.
    public static TaskId task(int job, long number) {
        return task(noActor(job), number);
    }

    /// A call of an actor.
    public static TaskId task(ActorId actor, long number) {
        byte[] bytes = new byte[TaskId.LENGTH];
        big(bytes).putLong(0, number);
        System.arraycopy(actor.getBytes(), 0, bytes, TaskId.UNIQUE_BYTES_LENGTH, ActorId.LENGTH);
        return TaskId.fromBytes(bytes);
    }

    public static long number(TaskId id) {
        return big(id.getBytes()).getLong(0);
    }

    public static ActorId actor(TaskId id) {
        byte[] bytes = id.getBytes();
        return ActorId.fromBytes(Arrays.copyOfRange(bytes, TaskId.UNIQUE_BYTES_LENGTH, bytes.length));
    }

    /// The result of a task.
    public static ObjectId result(TaskId task) {
        return object(task, RESULT);
    }

    public static ObjectId object(TaskId task, int index) {
        byte[] bytes = Arrays.copyOf(task.getBytes(), ObjectId.LENGTH);
        little(bytes).putInt(TaskId.LENGTH, index);
        return new ObjectId(bytes);
    }

    public static TaskId task(ObjectId id) {
        return TaskId.fromBytes(Arrays.copyOf(id.getBytes(), TaskId.LENGTH));
    }

    public static PlacementGroupId group(int job, long number) {
        byte[] bytes = new byte[PlacementGroupId.LENGTH];
        big(bytes).putLong(GROUP_NUMBER - Long.BYTES, number);
        little(bytes).putInt(GROUP_NUMBER, job);
        return PlacementGroupId.fromBytes(bytes);
    }

    public static long number(PlacementGroupId id) {
        return big(id.getBytes()).getLong(GROUP_NUMBER - Long.BYTES);
    }

    public static int job(PlacementGroupId id) {
        return little(id.getBytes()).getInt(GROUP_NUMBER);
    }

    public static UniqueId node(long number) {
        byte[] bytes = new byte[UniqueId.LENGTH];
        big(bytes).putLong(UniqueId.LENGTH - Long.BYTES, number);
        return new UniqueId(bytes);
    }

    public static long number(UniqueId id) {
        return big(id.getBytes()).getLong(UniqueId.LENGTH - Long.BYTES);
    }

    private static ByteBuffer big(byte[] bytes) {
        return ByteBuffer.wrap(bytes);
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
