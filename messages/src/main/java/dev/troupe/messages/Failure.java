package dev.troupe.messages;

import dev.troupe.head.StartFailure;
import dev.troupe.values.Values;
import io.ray.api.exception.RayException;
import io.ray.api.exception.RayTaskException;
import io.ray.api.exception.RayWorkerException;
import io.ray.api.exception.RuntimeEnvException;
import io.ray.api.exception.UnreconstructableException;
import io.ray.api.id.ActorId;
import io.ray.api.id.ObjectId;
import io.ray.api.id.TaskId;

/// Why there is no result: the facts, as they are sent between processes. Each `get` creates its own exception from them.
public sealed interface Failure {

    /// A process, for messages.
    record Place(int pid, String ip) {
        /// The text in Ray's format.
        String text() {
            return "(pid=" + pid + ", ip=" + ip + ") ";
        }
    }

    /// User code threw an exception.
    record TaskThrew(String task, TaskId id, Place place, Thrown thrown) implements Failure {}

    /// An argument of the task had failed, so the task did not run.
    ///
    /// @param first the original failure, even if it passed through several tasks
    record ArgumentFailed(String task, TaskId id, Place place, Failure first) implements Failure {}

    static Failure ofArgument(String task, TaskId id, Place place, Failure argument) {
        return new ArgumentFailed(task, id, place, argument instanceof ArgumentFailed it ? it.first : argument);
    }

    /// The process that ran the task has died.
    ///
    /// @param why which process on which node ended, how, and its last lines
    /// @param attempts how often the task was tried
    record WorkerDied(String task, TaskId id, String why, int attempts) implements Failure {}

    /// The actor is dead, or cannot be reached.
    ///
    /// @param actor its class, and its name if it has one
    /// @param restarting whether it is being restarted
    record ActorDied(String actor, ActorId id, String why, boolean restarting) implements Failure {}

    record ConstructorThrew(String actor, ActorId id, Place place, Thrown thrown) implements Failure {}

    record ObjectLost(ObjectId id, String why) implements Failure {}

    /// A task could not run where it was sent, because the bytes of an argument were missing.
    ///
    /// @param stored where they should have been
    record ObjectMissing(long stored, String why) implements Failure {}

    /// The environment of the task or actor could not be set up.
    record EnvironmentFailed(String what, String why) implements Failure {}

    /// The processes that should have run the task died before they could.
    ///
    /// @param why how the last one ended
    record WorkerUnstarted(String task, String why) implements Failure {}

    /// No worker could be started for a task.
    static Failure unstarted(String task, String why, StartFailure cause) {
        return switch (cause) {
            case SETTINGS, SETUP -> new EnvironmentFailed(task, why);
            case DEATH -> new WorkerUnstarted(task, why);
        };
    }

    record Other(String why) implements Failure {}

    /// Creates a new exception. Its cause is the user's own exception, if there is one.
    default RayException exception(Values values) {
        return switch (this) {
            case TaskThrew it -> taskThrew(it, values);
            case ArgumentFailed it -> new RayTaskException(it.place.pid, it.place.ip, "Error executing task " + it.task + " " + it.id
                    + ": one of its arguments had failed", it.first.exception(values));
            case WorkerDied it -> new RayWorkerException("The worker process died while it ran task "
                    + it.task + " " + it.id + (it.attempts > 1 ? " (the last of " + it.attempts + " attempts)" : "") + ": " + it.why);
            case ActorDied it -> new ActorDiedException(it.id, "The actor " + it.actor + " " + it.id + " died" + (it.restarting
                    ? " and is being restarted (until then calls fail, unless setMaxTaskRetries allows them to be retried): " : ": ")
                    + it.why, null);
            case ConstructorThrew it -> constructorThrew(it, values);
            case ObjectLost it -> objectLost(it);
            case ObjectMissing it -> new UnreconstructableException("An argument is lost and cannot be rebuilt: " + it.why);
            case EnvironmentFailed it -> new RuntimeEnvException(
                    "The runtime environment of " + it.what + " could not be set up: " + it.why);
            case WorkerUnstarted it -> new RayWorkerException("No worker process could be started for task " + it.task
                    + ": all of them died while they started. The last one: " + it.why);
            case Other it -> new RayException(it.why);
        };
    }

    private static RayException taskThrew(TaskThrew it, Values values) {
        String message = "Error executing task " + it.task + " " + it.id;
        Throwable cause = it.thrown.decode(values);
        return cause == null ? new RayTaskException(it.place.text() + message + " with the exception: " + it.thrown.trace())
                : new RayTaskException(it.place.pid, it.place.ip, message, cause);
    }

    private static RayException constructorThrew(ConstructorThrew it, Values values) {
        String message = it.place.text() + "The actor " + it.actor + " " + it.id + " died because its constructor failed";
        Throwable cause = it.thrown.decode(values);
        return new ActorDiedException(it.id, cause == null ? message + " with the exception: " + it.thrown.trace() : message, cause);
    }

    private static RayException objectLost(ObjectLost it) {
        UnreconstructableException exception = new UnreconstructableException(
                "Object " + it.id + " is lost and cannot be rebuilt: " + it.why);
        exception.objectId = it.id;
        return exception;
    }
}
