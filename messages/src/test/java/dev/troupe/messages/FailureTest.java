package dev.troupe.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.messages.Failure.ActorDied;
import dev.troupe.messages.Failure.ConstructorThrew;
import dev.troupe.messages.Failure.EnvironmentFailed;
import dev.troupe.messages.Failure.ObjectLost;
import dev.troupe.messages.Failure.Other;
import dev.troupe.messages.Failure.Place;
import dev.troupe.messages.Failure.TaskThrew;
import dev.troupe.messages.Failure.WorkerDied;
import dev.troupe.messages.Failure.WorkerUnstarted;
import dev.troupe.values.LostThrowable;
import dev.troupe.values.Values;
import io.ray.api.exception.RayActorException;
import io.ray.api.exception.RayException;
import io.ray.api.exception.RayTaskException;
import io.ray.api.exception.RayWorkerException;
import io.ray.api.exception.RuntimeEnvException;
import io.ray.api.exception.UnreconstructableException;
import io.ray.api.id.ActorId;
import io.ray.api.id.ObjectId;
import io.ray.api.id.TaskId;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureTest {
    private static final Place PLACE = new Place(17, "10.0.0.1");
    private static final TaskId TASK = Ids.task(1, 5);
    private static final ActorId ACTOR = Ids.actor(1, 6);
    private static final ObjectId OBJECT = Ids.result(TASK);

    private final Values values = Values.with(FailureTest.class.getClassLoader());

    static class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;
        @SuppressWarnings("serial")
        final Object held = Thread.currentThread();

        Broken(String message) {
            super(message);
        }
    }

    static class Rude extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message for you");
        }
    }

    private RayException sent(Failure failure) {
        return FailureCodec.decode(FailureCodec.encode(failure)).exception(values);
    }

    @Test
    void theUsersExceptionIsTheCause() {
        IOException mine = new IOException("Oops", new IllegalStateException("deep"));
        Failure failure = new TaskThrew("pkg.C.m", TASK, PLACE, Thrown.of(mine, values));
        RayTaskException got = assertInstanceOf(RayTaskException.class, sent(failure));
        assertEquals("(pid=17, ip=10.0.0.1) Error executing task pkg.C.m " + TASK, got.getMessage());
        assertEquals("Oops", assertInstanceOf(IOException.class, got.getCause()).getMessage());
        assertEquals("deep", got.getCause().getCause().getMessage());
        assertEquals(mine.getStackTrace()[0], got.getCause().getStackTrace()[0]);
        assertNotSame(failure.exception(values).getCause(), failure.exception(values).getCause());
    }

    @Test
    void failuresNest() {
        RayException inner = new TaskThrew("inner", TASK, PLACE, Thrown.of(new RuntimeException("Oops"), values)).exception(values);
        RayException outer = sent(new TaskThrew("outer", TASK, PLACE, Thrown.of(inner, values)));
        assertEquals("Oops", assertInstanceOf(RayTaskException.class, outer.getCause()).getCause().getMessage());
        RayException actor = new ActorDied("pkg.A", ACTOR, "it was killed", false).exception(values);
        RayActorException cause = assertInstanceOf(RayActorException.class,
                sent(new TaskThrew("outer", TASK, PLACE, Thrown.of(actor, values))).getCause());
        assertEquals(ACTOR, cause.actorId);
        assertEquals(actor.getMessage(), cause.getMessage());
    }

    @Test
    void anExceptionThatCannotTravelHasAStandIn() {
        RayException got = sent(new TaskThrew("pkg.C.m", TASK, PLACE, Thrown.of(new Broken("held"), values)));
        assertEquals("(pid=17, ip=10.0.0.1) Error executing task pkg.C.m " + TASK, got.getMessage());
        LostThrowable cause = assertInstanceOf(LostThrowable.class, got.getCause());
        assertEquals(Broken.class.getName() + ": held", cause.toString());
        assertEquals(FailureTest.class.getName(), cause.getStackTrace()[0].getClassName());
    }

    @Test
    void anExceptionUnknownToTheReceiverArrivesAsText() {
        Thrown thrown = Thrown.of(new Broken("held") {
            private static final long serialVersionUID = 1;
        }, values);
        RayException got = new TaskThrew("m", TASK, PLACE, new Thrown(new byte[]{21, 1, 0, 0, 0, 9}, thrown.trace())).exception(values);
        assertTrue(got.getMessage().contains("held\n\tat "), got.getMessage());
    }

    @Test
    void anExceptionThatFailsItselfHurtsNobody() {
        RayException got = sent(new TaskThrew("m", TASK, PLACE, Thrown.of(new Rude(), values)));
        assertInstanceOf(RayTaskException.class, got);
    }

    @Test
    void aDeadWorkerIsTheReason() {
        RayException got = sent(new WorkerDied("pkg.C.m", TASK, "it was killed by signal 9", 4));
        assertEquals("The worker process died while it ran task pkg.C.m " + TASK + " (the last of 4 attempts): it was killed by signal 9",
                assertInstanceOf(RayWorkerException.class, got).getMessage());
    }

    @Test
    void aDeadActorIsNamed() {
        RayActorException got = assertInstanceOf(RayActorException.class,
                sent(new ActorDied("pkg.A 'counter'", ACTOR, "its owner died", false)));
        assertEquals("The actor pkg.A 'counter' " + ACTOR + " died: its owner died", got.getMessage());
        assertEquals(ACTOR, got.actorId);
    }

    @Test
    void anActorThatIsBeingRestartedIsSaidToBe() {
        RayException got = sent(new ActorDied("pkg.A", ACTOR, "its process was killed", true));
        assertEquals("The actor pkg.A " + ACTOR + " died and is being restarted (until then calls fail, unless setMaxTaskRetries allows"
                + " them to be retried): its process was killed", got.getMessage());
    }

    @Test
    void aConstructorThatThrewIsTheReason() {
        RayActorException got = assertInstanceOf(RayActorException.class,
                sent(new ConstructorThrew("pkg.A", ACTOR, PLACE, Thrown.of(new RuntimeException("Oops"), values))));
        assertEquals("(pid=17, ip=10.0.0.1) The actor pkg.A " + ACTOR + " died because its constructor failed", got.getMessage());
        assertEquals("Oops", got.getCause().getMessage());
        assertEquals(ACTOR, got.actorId);
    }

    @Test
    void theRestSaysWhy() {
        UnreconstructableException lost = assertInstanceOf(UnreconstructableException.class, sent(new ObjectLost(OBJECT, "it was freed")));
        assertEquals("Object " + OBJECT + " is lost and cannot be rebuilt: it was freed", lost.getMessage());
        assertEquals(OBJECT, lost.objectId);
        assertEquals("The runtime environment of task m could not be set up: no a.jar",
                assertInstanceOf(RuntimeEnvException.class, sent(new EnvironmentFailed("task m", "no a.jar"))).getMessage());
        assertEquals("No worker process could be started for task m: all of them died while they started. The last one: killed",
                assertInstanceOf(RayWorkerException.class, sent(new WorkerUnstarted("m", "killed"))).getMessage());
        assertEquals("why", sent(new Other("why")).getMessage());
    }

    @Test
    void exceptionsOfTheApiTravelAsValues() {
        RayTaskException sent = new RayTaskException(10008, "localhost", "xxx", new UnreconstructableException(OBJECT));
        RayTaskException got = (RayTaskException) values.decode(values.encode(sent));
        assertEquals(sent.getMessage(), got.getMessage());
        assertEquals(OBJECT, assertInstanceOf(UnreconstructableException.class, got.getCause()).objectId);
        for (Throwable each : List.of(new RayActorException(ACTOR), new RayWorkerException(), new RayTaskException("x"))) {
            Throwable copy = (Throwable) values.decode(values.encode(each));
            assertEquals(each.getClass(), copy.getClass());
            assertEquals(each.getMessage(), copy.getMessage());
        }
    }
}
