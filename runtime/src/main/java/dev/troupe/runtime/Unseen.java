package dev.troupe.runtime;

import dev.troupe.calls.Call;
import dev.troupe.messages.Failure;
import dev.troupe.messages.Outcome;
import dev.troupe.values.Values;
import io.ray.api.exception.RayException;
import java.util.concurrent.Executor;

/// Failures of calls without a result: the user has no reference to ask, so they are logged where the call was made.
final class Unseen {
    private Unseen() {}

    static void watch(Call call, Values values, Executor later) {
        call.result.whenDone(() -> {
            if (call.result.outcome() instanceof Outcome.Failed(Failure failure) && isNews(failure)) {
                later.execute(() -> say(failure.exception(values)));
            }
        });
    }

    /// The end of an actor, a cancelled call, and a call that ends during the shutdown are usually intended.
    private static boolean isNews(Failure failure) {
        return switch (failure) {
            case Failure.TaskThrew _,Failure.ArgumentFailed _,Failure.WorkerDied _,Failure.WorkerUnstarted _,Failure.ConstructorThrew _,Failure.EnvironmentFailed _,Failure.ObjectLost _,Failure.ObjectMissing _ ->
                    true;
            case Failure.ActorDied _,Failure.Other _ -> false;
        };
    }

    private static void say(RayException exception) {
        System.getLogger("dev.troupe.runtime").log(System.Logger.Level.WARNING, exception.getMessage(), exception.getCause());
    }
}
