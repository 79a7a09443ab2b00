package dev.troupe.runtime;

import dev.troupe.calls.ActorClient;
import dev.troupe.calls.Arguments;
import dev.troupe.calls.Call;
import dev.troupe.calls.CallTerms;
import dev.troupe.calls.Calls;
import dev.troupe.calls.ConcurrencyGroups;
import dev.troupe.calls.Creation;
import dev.troupe.calls.GroupSnapshot;
import dev.troupe.calls.Handle;
import dev.troupe.cluster.HeadService;
import dev.troupe.functions.Code;
import dev.troupe.functions.Functions;
import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorSpec;
import dev.troupe.head.BundleKey;
import dev.troupe.head.Fact;
import dev.troupe.head.JobKey;
import dev.troupe.head.Owner;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.WorkerSettings;
import dev.troupe.messages.ActorTerms;
import dev.troupe.messages.Message;
import dev.troupe.messages.ThisProcess;
import dev.troupe.objects.CallerId;
import dev.troupe.objects.Countdown;
import dev.troupe.objects.Mentions;
import dev.troupe.objects.ObjectCodec;
import dev.troupe.objects.ProcessObjects;
import dev.troupe.objects.Ref;
import dev.troupe.objects.TaskContext;
import dev.troupe.objects.TrackedObject;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import io.ray.api.function.RayFunc;
import io.ray.api.function.RayFunc1;
import io.ray.api.function.RayFuncVoid;
import io.ray.api.options.ActorCreationOptions;
import io.ray.api.options.ActorLifetime;
import io.ray.api.options.CallOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/// Creates calls from a function, arguments and options of the user.
final class Caller {
    private final ThisProcess self;
    private final HeadService head;
    private final ProcessObjects objects;
    private final Calls calls;
    private final Executor later;
    private final WorkerSettings shared;
    private final ActorLifetime lifetime;
    private final int maxRetries;
    private final Shape plain;
    /// Threads that belong to no task and no actor.
    private final CallerId program = new CallerId();

    /// @param shared the settings of the workers of this job
    /// @param maxRetries how often a task is retried when its worker died, unless its call sets another number; -1 for no limit
    Caller(Engine engine, WorkerSettings shared, ActorLifetime lifetime, int maxRetries) {
        this.self = engine.self();
        this.head = engine.head();
        this.objects = engine.objects();
        this.calls = engine.calls();
        this.later = engine::later;
        this.shared = shared;
        this.lifetime = lifetime;
        this.maxRetries = maxRetries;
        this.plain = Shape.of(Resources.cpu(1), shared);
    }

    ObjectRef<?> task(RayFunc function, Object[] arguments, CallOptions options) {
        Code code = code(function);
        CallTerms terms = CallTerms.current();
        Call call = call(function, code, options.name, arguments, "", terms.retries().orElse(maxRetries));
        calls.tasks().submit(call, terms.shape(shape(options)));
        return new Ref<>(call.result, objects.getter());
    }

    private Call call(RayFunc function, Code code, String name, Object[] arguments, String group, int retries) {
        Call call = new Call(objects.numbers().newObject(), name == null ? code.name() : name, light(code), arguments(arguments, code),
                group,
                TaskContext.current() != null, retries);
        if (function instanceof RayFuncVoid) {
            Unseen.watch(call, self.values(), later);
        }
        return call;
    }

    private Code code(RayFunc function) {
        Code known = Code.known(function);
        if (known != null) {
            return known;
        }
        Mentions met = objects.codec().begin();
        Object[] found = null;
        Code code;
        try {
            code = Code.of(function, self.values());
        } finally {
            found = objects.codec().end(met);
        }
        return code.holding(found);
    }

    private static boolean isLarge(Code code) {
        return code.bytes().length > ObjectCodec.SMALL;
    }

    private static Code light(Code code) {
        return isLarge(code) ? code.elsewhere() : code;
    }

    private Arguments arguments(Object[] arguments, Code code) {
        Arguments encoded = Arguments.of(arguments, objects);
        return isLarge(code) ? encoded.with(objects.put(code.bytes())) : encoded;
    }

    private Shape shape(CallOptions options) {
        String env = ApiCorners.runtimeEnv(options);
        if (options.resources.isEmpty() && options.group == null && env.isEmpty()) {
            return plain;
        }
        Map<String, Double> resources = new HashMap<>(options.resources);
        if (options.group == null) {
            resources.putIfAbsent(Resources.CPU, 1.0);
        }
        return new Shape(Resources.of(resources), bundle(options.group, options.bundleIndex),
                JobWorkers.with(shared, List.of(), env, resources.containsKey(Resources.GPU)));
    }

    private static Optional<BundleKey> bundle(io.ray.api.placementgroup.PlacementGroup group, int index) {
        if (group == null) {
            return Optional.empty();
        }
        ((GroupSnapshot) group).checkBundle(index);
        return Optional.of(new BundleKey(TroupeRuntime.key(group.getId()), index));
    }

    ObjectRef<?> actorCall(ActorClient client, RayFunc function, Object[] arguments, String group) {
        TaskContext context = TaskContext.current();
        return actorCall(client, context == null ? program : context.caller, function, arguments, group);
    }

    private ObjectRef<?> actorCall(ActorClient client, CallerId caller, RayFunc function, Object[] arguments, String group) {
        Code code = code(function);
        int retries = CallTerms.current().retries().orElse(client.terms.maxTaskRetries());
        Call call = call(function, code, null, arguments, group == null ? "" : group, retries);
        client.submit(call, caller);
        return new Ref<>(call.result, objects.getter());
    }

    <A> Handle<A> actor(RayFunc constructor, Object[] arguments, ActorCreationOptions options) {
        checkCount("setMaxRestarts", options.maxRestarts);
        checkCount("setMaxTaskRetries", options.maxTaskRetries);
        Code code = code(constructor);
        String className = Functions.of(constructor).resultType().getName();
        Arguments encoded = arguments(arguments, code);
        TrackedObject[] refs = encoded.refs() == null ? new TrackedObject[0] : encoded.refs();
        int[] owners = new int[refs.length];
        long[] numbers = new long[refs.length];
        for (int i = 0; i < refs.length; i++) {
            owners[i] = refs[i].owner;
            numbers[i] = refs[i].number;
            objects.references().travels(refs[i]);
        }
        ActorTerms terms = new ActorTerms(className, options.maxTaskRetries, options.maxPendingCalls);
        Creation creation = new Creation(terms, light(code), encoded.bytes(), owners, numbers, options.maxConcurrency,
                ConcurrencyGroups.of(options.concurrencyGroups));
        ActorKey key = new ActorKey(new JobKey(self.job()), objects.numbers().next());
        ActorSpec spec = new ActorSpec(key, options.name == null ? "" : options.name,
                options.namespace == null ? self.namespace() : options.namespace,
                (options.lifetime == null ? lifetime : options.lifetime) == ActorLifetime.DETACHED, owner(),
                Resources.of(options.resources),
                bundle(options.group, options.bundleIndex), settings(options), options.maxRestarts, className, creation.encode());
        boolean holds = encoded.refs() != null || encoded.held() != null || code.holds();
        Handle<A> handle = calls.actors().created(key, terms, holds ? List.of(code, encoded) : null);
        boolean ready = Stream.of(refs).allMatch(TrackedObject::done);
        create(new Fact.CreateActor(spec, ready), key);
        if (!ready) {
            Countdown left = new Countdown(refs.length, () -> head.tell(new Fact.ActorArgumentsReady(key)));
            for (TrackedObject ref : refs) {
                objects.want(ref);
                ref.whenDone(left);
            }
        }
        return handle;
    }

    // The builder of the API checks the others itself.
    private static void checkCount(String setter, int count) {
        if (count < -1) {
            throw new IllegalArgumentException(setter + "(" + count + "): it must be 0 or more, or -1 for no limit");
        }
    }

    // Actors with a name wait for the head's answer, because the name may be in use; others are notified later if they are refused.
    private void create(Fact.CreateActor create, ActorKey key) {
        if (create.spec().name().isEmpty()) {
            head.tell(create);
            return;
        }
        Optional<String> refused = head.ask(create);
        if (refused.isPresent()) {
            calls.actors().refused(key);
            throw new IllegalArgumentException(refused.get());
        }
    }

    private Owner owner() {
        TaskContext context = TaskContext.current();
        ProcessKey process = new ProcessKey(self.process());
        return context == null || context.actor == null ? Owner.of(process) : new Owner(process, Optional.of(context.actor.key()));
    }

    private WorkerSettings settings(ActorCreationOptions options) {
        List<String> jvmOptions = options.jvmOptions == null ? List.of() : options.jvmOptions;
        String env = options.serializedRuntimeEnv == null ? "" : options.serializedRuntimeEnv;
        WorkerSettings settings = JobWorkers.with(shared, jvmOptions, env, options.resources.containsKey(Resources.GPU));
        return CallTerms.current().alone() ? settings.alone() : settings;
    }

    /// An object that the process of an actor owns. It waits only until the actor is created: neither for the actor's running calls nor for calls
    /// made before.
    @SuppressWarnings("unchecked")
    <T> ObjectRef<T> putFor(T object, Handle<?> owner) {
        ActorClient client = owner.client();
        if (isOurOwn(client) || client.livesIn(self.process())) {
            return new Ref<>(objects.put(object), objects.getter());
        }
        RayFunc1<Object, ObjectRef<Object>> put = Caller::putThere;
        return (ObjectRef<T>) actorCall(client, new CallerId(), put, new Object[]{object}, Message.Ask.BESIDE).get();
    }

    // Also while its constructor runs, when its place is not known yet.
    private static boolean isOurOwn(ActorClient client) {
        TaskContext context = TaskContext.current();
        return context != null && context.actor != null && context.actor.key().equals(client.key);
    }

    private static ObjectRef<Object> putThere(Object object) {
        return Ray.put(object);
    }
}
