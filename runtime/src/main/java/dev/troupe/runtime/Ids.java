package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import dev.troupe.head.GroupKey;
import dev.troupe.head.JobKey;
import io.ray.api.id.ActorId;
import io.ray.api.id.JobId;
import io.ray.api.id.ObjectId;
import io.ray.api.id.PlacementGroupId;
import io.ray.api.id.TaskId;
import io.ray.api.id.UniqueId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Our numbers in the shape of the API's ids.
final class Ids {
    /// Stands for the task that constructs an actor.
    static final long CREATION = -1;

    private Ids() {}

    static JobId job(int job) {
        return JobId.fromInt(job);
    }

    static ActorId actor(ActorKey key) {
        return ActorId.fromBytes(buffer(16).putLong(key.number()).putInt(0).putInt(key.job().number()).array());
    }

    static ActorKey actor(ActorId id) {
        ByteBuffer bytes = ByteBuffer.wrap(id.getBytes()).order(ByteOrder.LITTLE_ENDIAN);
        return new ActorKey(new JobKey(bytes.getInt(12)), bytes.getLong(0));
    }

    static TaskId task(int job, long number) {
        ByteBuffer bytes = buffer(24).putLong(number);
        Arrays.fill(bytes.array(), 8, 20, (byte) 0xff);
        return TaskId.fromBytes(bytes.putInt(20, job).array());
    }

    static ObjectId object(int job, Entry entry) {
        ByteBuffer bytes = buffer(28).put(task(job, entry.number).getBytes());
        return new ObjectId(bytes.putInt(1).array());
    }

    static UniqueId node(long node) {
        return new UniqueId(buffer(28).putLong(node).array());
    }

    static PlacementGroupId group(GroupKey key) {
        return PlacementGroupId
                .fromBytes(buffer(18).putLong(key.number()).putShort((short) 0).putInt(0).putInt(key.job().number()).array());
    }

    static GroupKey group(PlacementGroupId id) {
        ByteBuffer bytes = ByteBuffer.wrap(id.getBytes()).order(ByteOrder.LITTLE_ENDIAN);
        return new GroupKey(new JobKey(bytes.getInt(14)), bytes.getLong(0));
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
