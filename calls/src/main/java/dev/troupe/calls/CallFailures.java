package dev.troupe.calls;

import dev.troupe.messages.Failure;
import dev.troupe.messages.Ids;
import dev.troupe.messages.ThisProcess;
import java.util.concurrent.Executor;

/// Fails the calls of this process that did not run to completion.
final class CallFailures {
    private final ThisProcess self;
    private final Executor later;

    CallFailures(ThisProcess self, Executor later) {
        this.self = self;
        this.later = later;
    }

    /// One of the references among the arguments has failed, so the call fails without having run.
    void argument(Call call) {
        Failure why = Failure.ofArgument(call.name, Ids.task(self.job(), call.number()), self.place(), call.failedArgument().failure());
        later.execute(() -> call.fail(why)); // many calls may wait for it, one after the other
    }

    /// The worker that ran the task died.
    void workerDied(Call call, String why) {
        call.fail(new Failure.WorkerDied(call.name, Ids.task(self.job(), call.number()), why, call.attempts));
    }
}
