package dev.troupe.hosting;

import io.ray.api.function.RayFunc;
import java.util.ArrayList;
import java.util.List;

/// The object of an actor with several instances: calls of its concurrency group i go to instance i.
public record ParallelInstances(List<Object> all) {
    public static ParallelInstances make(RayFunc constructor, int count) throws Exception {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(Invoker.call(constructor, new Object[0]));
        }
        return new ParallelInstances(all);
    }
}
