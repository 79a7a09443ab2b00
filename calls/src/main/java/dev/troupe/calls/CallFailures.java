package dev.troupe.calls;

import dev.troupe.messages.Failure;
import dev.troupe.messages.Ids;
import dev.troupe.messages.ThisProcess;
import java.util.concurrent.Executor;

/// How the calls of this process fail that did not run to their end.
final class CallFailures {
    private final ThisProcess self;
    private final Executor later;

    CallFailures(ThisProcess self, Executor later) {
        this.self = self;
        this.later = later;
    }

    /// One of the references among the arguments is a failure: so is the call, without having run.
    void argument(Call call) {
        Failure why = Failure.ofArgument(call.name, Ids.task(self.job(), call.number()), self.place(), call.failedArgument().failure());
        later.execute(() -> call.fail(why)); // what waits for it may be many calls, one after the other
    }

    /// The worker that ran the task died.
    void workerDied(Call call, String why) {
        call.fail(new Failure.WorkerDied(call.name, Ids.task(self.job(), call.number()), why, call.attempts));
    }
}
