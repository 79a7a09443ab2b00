package dev.troupe.runtime;

import dev.troupe.head.WorkerSettings;
import dev.troupe.messages.HeadInput;
import dev.troupe.messages.HeadOutput;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import io.ray.api.options.ActorLifetime;

/// What every worker of a job must know; its driver hands it to the head, and the nodes hand it to the workers.
///
/// @param maxRetries of tasks, unless their call sets another number
/// @param shared the settings of the workers of the job, unless a task or actor has others
record WorkerTerms(String namespace, ActorLifetime lifetime, int maxRetries, WorkerSettings shared) {

    byte[] encode() {
        Output out = new Output(512);
        out.writeText(namespace);
        out.writeText(lifetime.name());
        out.writeInt(maxRetries);
        new HeadOutput(out).settings(shared);
        return out.toBytes();
    }

    static WorkerTerms decode(byte[] bytes) {
        Input in = new Input(bytes);
        return new WorkerTerms(in.readText(), ActorLifetime.valueOf(in.readText()), in.readInt(), new HeadInput(in).settings());
    }
}
