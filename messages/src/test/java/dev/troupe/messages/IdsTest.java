package dev.troupe.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.troupe.head.ActorKey;
import dev.troupe.head.GroupKey;
import dev.troupe.head.JobKey;
import io.ray.api.id.ActorId;
import io.ray.api.id.JobId;
import io.ray.api.id.TaskId;
import io.ray.api.id.UniqueId;
import org.junit.jupiter.api.Test;

class IdsTest {
    @Test
    void jobsCountAsInRay() {
        assertEquals("01000000", Ids.job(1).toString());
        assertEquals(7, Ids.number(Ids.job(7)));
        assertEquals(0x7f7f7f7f, Ids.number(JobId.fromHexString("7f7f7f7f")));
    }

    @Test
    void anActorKnowsItsJobAndNumber() {
        ActorId actor = Ids.actor(3, 42);
        assertEquals(Ids.job(3), actor.getJobId());
        assertEquals(3, Ids.job(actor));
        assertEquals(42, Ids.number(actor));
        assertEquals("00000000000000000000002a03000000", actor.toString());
        assertFalse(actor.isNil());
    }

    @Test
    void aTaskKnowsItsActor() {
        ActorId actor = Ids.actor(3, 42);
        TaskId call = Ids.task(actor, 9);
        assertEquals(actor, Ids.actor(call));
        assertEquals(9, Ids.number(call));
        assertEquals("0000000000000005" + "f".repeat(24) + "01000000", Ids.task(1, 5).toString());
        assertNotEquals(TaskId.NIL, Ids.task(1, -1));
    }

    @Test
    void anObjectKnowsItsTask() {
        TaskId task = Ids.task(1, 5);
        assertEquals(task + "01000000", Ids.result(task).toString());
        assertEquals(task, Ids.task(Ids.object(task, 7)));
    }

    @Test
    void actorsAndGroupsAreCalledByTheirIdsInMessages() {
        assertEquals("actor " + Ids.actor(3, 42), new ActorKey(new JobKey(3), 42).toString());
        assertEquals("placement group " + Ids.group(0x7f010203, 1L << 40), new GroupKey(new JobKey(0x7f010203), 1L << 40).toString());
    }

    @Test
    void groupsAndNodesKeepTheirNumbers() {
        assertEquals(9, Ids.number(Ids.group(2, 9)));
        assertEquals(2, Ids.job(Ids.group(2, 9)));
        assertEquals(11, Ids.number(Ids.node(11)));
        assertEquals(Ids.node(11), UniqueId.fromHexString(Ids.node(11).toString()));
    }
}
