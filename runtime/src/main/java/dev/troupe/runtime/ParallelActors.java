package dev.troupe.runtime;

import dev.troupe.calls.ConcurrencyGroups;
import dev.troupe.calls.Handle;
import dev.troupe.hosting.ParallelInstances;
import io.ray.api.ActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.function.RayFunc;
import io.ray.api.function.RayFunc2;
import io.ray.api.function.RayFuncR;
import io.ray.api.options.ActorCreationOptions;
import io.ray.api.parallelactor.ParallelActorContext;
import io.ray.api.parallelactor.ParallelActorHandle;
import io.ray.api.parallelactor.ParallelActorInstance;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Actors with several instances: one actor with a concurrency group of size one for each instance.
final class ParallelActors implements ParallelActorContext {
    private final Caller caller;

    ParallelActors(Caller caller) {
        this.caller = caller;
    }

    private record Parallel<A>(Handle<?> handle, int parallelism) implements ParallelActorHandle<A>, Serializable {
        @Override
        public ParallelActorInstance<A> getInstance(int index) {
            return new ParallelActorInstance<>(this, index);
        }

        @Override
        public int getParallelism() {
            return parallelism;
        }

        @Override
        public ActorHandle<?> getHandle() {
            return handle;
        }
    }

    @Override
    public <A> ParallelActorHandle<A> createParallelActorExecutor(int parallelism, RayFuncR<A> constructor) {
        ActorCreationOptions.Builder options = new ActorCreationOptions.Builder();
        List<io.ray.api.concurrencygroup.ConcurrencyGroup> groups = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            groups.add(new ConcurrencyGroups.Group(group(i), 1, Set.of()));
        }
        options.setConcurrencyGroups(groups);
        RayFunc2<RayFunc, Integer, ParallelInstances> make = ParallelInstances::make;
        return new Parallel<>(caller.actor(make, new Object[]{constructor, parallelism}, options.build()), parallelism);
    }

    private static String group(int instance) {
        return "instance " + instance;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <A, R> ObjectRef<R> submitTask(ParallelActorHandle<A> handle, int instance, RayFunc function, Object[] arguments) {
        if (instance < 0 || instance >= handle.getParallelism()) {
            throw new IllegalArgumentException(
                    "the parallel actor has instances 0 to " + (handle.getParallelism() - 1) + ", not " + instance);
        }
        return (ObjectRef<R>) caller.actorCall(((Parallel<A>) handle).handle.client(), function, arguments, group(instance));
    }
}
