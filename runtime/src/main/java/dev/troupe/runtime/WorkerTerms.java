package dev.troupe.runtime;

import dev.troupe.head.Isolation;
import dev.troupe.head.JobKey;
import dev.troupe.head.WorkerSettings;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import io.ray.api.options.ActorLifetime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a worker is told by whoever starts it, as the one argument of its main.
///
/// @param driver the number of the process that holds head and store
/// @param sockets the directory where the processes of this node listen
/// @param gpus the ids of the devices it may use
/// @param shared what workers of its job are started with, unless a task or actor says otherwise
record WorkerTerms(int process, int driver, long node, String ip, String namespace, Path sockets, Path token, Path store,
        ActorLifetime lifetime, WorkerSettings shared, List<Long> gpus) {

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
        out.writeInt(shared.job().number());
        out.writeText(shared.isolation().name());
        texts(shared.jvmOptions(), out);
        texts(shared.jars(), out);
        texts(List.copyOf(shared.env().keySet()), out);
        texts(List.copyOf(shared.env().values()), out);
        texts(gpus.stream().map(String::valueOf).toList(), out);
        return Base64.getEncoder().encodeToString(out.toBytes());
    }

    static WorkerTerms decode(String text) {
        Input in = new Input(Base64.getDecoder().decode(text));
        return new WorkerTerms(in.readInt(), in.readInt(), in.readLong(), in.readText(), in.readText(), Path.of(in.readText()),
                Path.of(in.readText()), Path.of(in.readText()), ActorLifetime.valueOf(in.readText()), settings(in),
                texts(in).stream().map(Long::valueOf).toList());
    }

    private static WorkerSettings settings(Input in) {
        JobKey job = new JobKey(in.readInt());
        Isolation isolation = Isolation.valueOf(in.readText());
        List<String> options = texts(in);
        List<String> jars = texts(in);
        List<String> names = texts(in);
        List<String> values = texts(in);
        Map<String, String> env = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            env.put(names.get(i), values.get(i));
        }
        return new WorkerSettings(job, isolation, options, env, jars);
    }

    private static void texts(List<String> texts, Output out) {
        out.writeInt(texts.size());
        texts.forEach(out::writeText);
    }

    private static List<String> texts(Input in) {
        List<String> texts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(in.readText());
        }
        return texts;
    }
}
