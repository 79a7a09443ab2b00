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

/// What a worker is told by whoever starts it, as the one argument that it reads from its standard input.
///
/// @param driver the number of the process that holds head and store
/// @param sockets the directory where the processes of this node listen
/// @param gpus the ids of the devices it may use
/// @param maxRetries of tasks, unless their call says otherwise
/// @param shared what workers of its job are started with, unless a task or actor says otherwise
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
