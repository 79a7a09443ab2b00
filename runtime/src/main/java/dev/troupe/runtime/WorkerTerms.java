package dev.troupe.runtime;

import dev.troupe.head.WorkerSettings;
import dev.troupe.messages.HeadInput;
import dev.troupe.messages.HeadOutput;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import io.ray.api.options.ActorLifetime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// The terms that the launcher gives a worker, as the one argument that it reads from its standard input.
///
/// @param driver the number of the process that contains head and store
/// @param sockets the directory where the processes of this node listen
/// @param gpus the ids of the devices it may use
/// @param maxRetries of tasks, unless their call sets another number
/// @param shared the settings of the workers of its job, unless a task or actor has others
record WorkerTerms(int process, int driver, long node, String ip, String namespace, Path sockets, Path token, Path store,
        ActorLifetime lifetime, int maxRetries, WorkerSettings shared, List<Long> gpus) {

    String encode() {
        Output out = new Output(512);
        out.writeInt(process);
        out.writeInt(driver);
        out.writeLong(node);
        out.writeText(ip);
        out.writeText(namespace);
        out.writeText(sockets.toString());
        out.writeText(token.toString());
        out.writeText(store.toString());
        out.writeText(lifetime.name());
        out.writeInt(maxRetries);
        new HeadOutput(out).settings(shared);
        out.writeInt(gpus.size());
        gpus.forEach(out::writeLong);
        return Base64.getEncoder().encodeToString(out.toBytes());
    }

    static WorkerTerms decode(String text) {
        Input in = new Input(Base64.getDecoder().decode(text));
        return new WorkerTerms(in.readInt(), in.readInt(), in.readLong(), in.readText(), in.readText(), Path.of(in.readText()),
                Path.of(in.readText()), Path.of(in.readText()), ActorLifetime.valueOf(in.readText()), in.readInt(),
                new HeadInput(in).settings(), gpus(in));
    }

    private static List<Long> gpus(Input in) {
        List<Long> gpus = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            gpus.add(in.readLong());
        }
        return gpus;
    }
}
