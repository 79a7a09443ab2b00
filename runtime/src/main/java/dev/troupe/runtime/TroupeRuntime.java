package dev.troupe.runtime;

import dev.troupe.calls.ActorClient;
import dev.troupe.calls.Calls;
import dev.troupe.calls.ConcurrencyGroups;
import dev.troupe.calls.Creation;
import dev.troupe.calls.Handle;
import dev.troupe.calls.PlacementGroups;
import dev.troupe.cluster.HeadService;
import dev.troupe.head.ActorKey;
import dev.troupe.head.Cluster;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import dev.troupe.head.JobKey;
import dev.troupe.messages.ActorTerms;
import dev.troupe.messages.Ids;
import dev.troupe.messages.ThisProcess;
import dev.troupe.objects.ProcessObjects;
import dev.troupe.objects.Ref;
import dev.troupe.objects.TaskContext;
import dev.troupe.objects.TrackedObject;
import io.ray.api.ActorHandle;
import io.ray.api.BaseActorHandle;
import io.ray.api.CppActorHandle;
import io.ray.api.ObjectRef;
import io.ray.api.PyActorHandle;
import io.ray.api.Ray;
import io.ray.api.WaitResult;
import io.ray.api.concurrencygroup.ConcurrencyGroup;
import io.ray.api.exception.RayIntentionalSystemExitException;
import io.ray.api.function.CppActorClass;
import io.ray.api.function.CppActorMethod;
import io.ray.api.function.CppFunction;
import io.ray.api.function.PyActorClass;
import io.ray.api.function.PyActorMethod;
import io.ray.api.function.PyFunction;
import io.ray.api.function.RayFunc;
import io.ray.api.function.RayFuncR;
import io.ray.api.id.ActorId;
import io.ray.api.id.PlacementGroupId;
import io.ray.api.id.UniqueId;
import io.ray.api.options.ActorCreationOptions;
import io.ray.api.options.CallOptions;
import io.ray.api.options.PlacementGroupCreationOptions;
import io.ray.api.parallelactor.ParallelActorContext;
import io.ray.api.placementgroup.PlacementGroup;
import io.ray.api.runtime.RayRuntime;
import io.ray.api.runtimecontext.ResourceValue;
import io.ray.api.runtimecontext.RuntimeContext;
import io.ray.api.runtimeenv.RuntimeEnv;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Ray's API on our engine: each method delegates to the part that implements it.
final class TroupeRuntime implements RayRuntime {
    private final Engine engine;
    private final ThisProcess self;
    private final HeadService head;
    private final ProcessObjects objects;
    private final Calls calls;
    private final Caller caller;
    private final RuntimeContext context;
    private final ParallelActors parallelActors;
    private final AutoCloseable session;
    private final Supplier<String> metrics;

    /// @param session is closed by `Ray.shutdown()`
    /// @param metrics the metrics, as text
    TroupeRuntime(Engine engine, Caller caller, RuntimeContext context, AutoCloseable session, Supplier<String> metrics) {
        this.engine = engine;
        this.self = engine.self();
        this.head = engine.head();
        this.objects = engine.objects();
        this.calls = engine.calls();
        this.caller = caller;
        this.context = context;
        this.parallelActors = new ParallelActors(caller);
        this.session = session;
        this.metrics = metrics;
    }

    static TroupeRuntime current() {
        return (TroupeRuntime) Ray.internal();
    }

    Engine engine() {
        return engine;
    }

    String metrics() {
        return metrics.get();
    }

    /// @throws IllegalStateException in a task or an actor, wherever it runs
    @Override
    public void shutdown() {
        if (TaskContext.current() != null) {
            throw new IllegalStateException(
                    "Ray.shutdown() was called in a task or an actor: only the program itself can shut Ray down; leave it"
                            + " out here, or end an actor with Ray.exitActor()");
        }
        try {
            session.close();
        } catch (Exception e) {
            throw new IllegalStateException("Ray could not be shut down cleanly: " + e.getMessage(), e);
        }
    }

    private <T> T whileOpen(Supplier<T> use) {
        TaskContext.check();
        return objects.waiters().whileOpen(use);
    }

    @Override
    public <T> ObjectRef<T> put(T object) {
        return whileOpen(() -> new Ref<>(objects.put(object), objects.getter()));
    }

    @Override
    public <T> ObjectRef<T> put(T object, BaseActorHandle owner) {
        return whileOpen(() -> caller.putFor(object, (Handle<?>) owner));
    }

    @Override
    public <T> T get(ObjectRef<T> ref) {
        return ref.get();
    }

    @Override
    public <T> T get(ObjectRef<T> ref, long timeoutMs) {
        return ref.get(timeoutMs);
    }

    @Override
    public <T> List<T> get(List<ObjectRef<T>> refs) {
        return objects.getter().get(refs, -1);
    }

    @Override
    public <T> List<T> get(List<ObjectRef<T>> refs, long timeoutMs) {
        return objects.getter().get(refs, timeoutMs);
    }

    @Override
    public <T> WaitResult<T> wait(List<ObjectRef<T>> refs, int numReturns, int timeoutMs, boolean fetchLocal) {
        return objects.getter().wait(refs, numReturns, timeoutMs);
    }

    @Override
    public void free(List<ObjectRef<?>> refs, boolean localOnly) {
        for (ObjectRef<?> ref : refs) {
            TrackedObject entry = ((Ref<?>) ref).object();
            if (!localOnly && entry.done()) {
                objects.free(entry);
            }
        }
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T extends BaseActorHandle> T getActorHandle(ActorId actorId) {
        ActorKey key = new ActorKey(new JobKey(Ids.job(actorId)), Ids.number(actorId));
        ActorTerms terms = head.actor(key).map(Cluster.ActorView::spec)
                .map(spec -> spec.creation().length == 0 ? new ActorTerms(spec.className(), 0, -1) : Creation.terms(spec.creation()))
                .orElse(new ActorTerms("actor", 0, -1));
        return (T) calls.actors().handle(key, terms);
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T extends BaseActorHandle> Optional<T> getActor(String name, String namespace) {
        if (name == null || name.isEmpty()) {
            return Optional.empty();
        }
        return head.actorNamed(namespace == null ? self.namespace() : namespace, name)
                .map(Cluster.ActorView::spec)
                .map(spec -> (T) calls.actors().handle(spec.key(), Creation.terms(spec.creation())));
    }

    @Override
    public void killActor(BaseActorHandle actor, boolean noRestart) {
        TaskContext.check();
        ActorClient client = ((Handle<?>) actor).client();
        String why = "it was killed by kill()";
        head.tell(new Fact.KillActor(client.key, noRestart, why));
        if (noRestart) {
            client.killed(why);
        }
    }

    @Override
    public ObjectRef<?> call(RayFunc function, Object[] arguments, CallOptions options) {
        return whileOpen(() -> caller.task(function, arguments, options));
    }

    @Override
    public ObjectRef<?> callActor(ActorHandle<?> actor, RayFunc function, Object[] arguments, CallOptions options) {
        return whileOpen(() -> caller.actorCall(((Handle<?>) actor).client(), function, arguments, options.concurrencyGroupName));
    }

    @Override
    public <T> ActorHandle<T> createActor(RayFunc constructor, Object[] arguments, ActorCreationOptions options) {
        return whileOpen(() -> caller.actor(constructor, arguments, options));
    }

    @Override
    public PlacementGroup createPlacementGroup(PlacementGroupCreationOptions options) {
        return whileOpen(() -> calls.groups().create(options));
    }

    @Override
    public RuntimeContext getRuntimeContext() {
        return context;
    }

    @Override
    public void exitActor() {
        TaskContext current = TaskContext.current();
        if (current == null || current.actor == null) {
            throw new IllegalStateException("exitActor was called outside an actor; call it in a method of the actor that should end");
        }
        current.exit();
        throw new RayIntentionalSystemExitException("the actor called Ray.exitActor()");
    }

    @Override
    public Map<String, List<ResourceValue>> getAvailableResourceIds() {
        List<Long> gpus = self.gpus();
        return gpus.isEmpty() ? Map.of() : Infos.held(Map.of("GPU", (double) gpus.size()), gpus);
    }

    @Override
    public String getNamespace() {
        return self.namespace();
    }

    @Override
    public UniqueId getCurrentNodeId() {
        return Ids.node(self.node());
    }

    @Override
    public PlacementGroup getPlacementGroup(PlacementGroupId id) {
        return head.group(key(id)).map(PlacementGroups::snapshot).orElse(null);
    }

    @Override
    public PlacementGroup getPlacementGroup(String name, String namespace) {
        return head.groupNamed(namespace == null ? getNamespace() : namespace, name).map(PlacementGroups::snapshot).orElse(null);
    }

    @Override
    public List<PlacementGroup> getAllPlacementGroups() {
        return head.view().groups().stream().<PlacementGroup>map(PlacementGroups::snapshot).toList();
    }

    @Override
    public void removePlacementGroup(PlacementGroupId id) {
        head.ask(new Fact.RemoveGroup(key(id)));
    }

    static GroupKey key(PlacementGroupId id) {
        return new GroupKey(new JobKey(Ids.job(id)), Ids.number(id));
    }

    @Override
    public boolean waitPlacementGroupReady(PlacementGroupId id, int timeoutSeconds) {
        return calls.groups().awaitCreated(key(id), timeoutSeconds);
    }

    @Override
    public ConcurrencyGroup createConcurrencyGroup(String name, int maxConcurrency, List<RayFunc> functions) {
        return ConcurrencyGroups.create(name, maxConcurrency, functions);
    }

    @Override
    public List<ConcurrencyGroup> extractConcurrencyGroups(RayFuncR<?> constructor) {
        return ConcurrencyGroups.extract(constructor);
    }

    @Override
    public RuntimeEnv createRuntimeEnv() {
        return new JsonRuntimeEnv();
    }

    @Override
    public RuntimeEnv deserializeRuntimeEnv(String serialized) {
        return JsonRuntimeEnv.parse(serialized);
    }

    @Override
    public ParallelActorContext getParallelActorContext() {
        return parallelActors;
    }

    private static UnsupportedOperationException otherLanguage() {
        return new UnsupportedOperationException("Troupe runs Java only: functions and actors of Python and C++ cannot be called");
    }

    @Override
    @SuppressWarnings("rawtypes")
    public ObjectRef<?> call(PyFunction function, Object[] arguments, CallOptions options) {
        throw otherLanguage();
    }

    @Override
    @SuppressWarnings("rawtypes")
    public ObjectRef<?> call(CppFunction function, Object[] arguments, CallOptions options) {
        throw otherLanguage();
    }

    @Override
    @SuppressWarnings("rawtypes")
    public ObjectRef<?> callActor(PyActorHandle actor, PyActorMethod method, Object[] arguments) {
        throw otherLanguage();
    }

    @Override
    @SuppressWarnings("rawtypes")
    public ObjectRef<?> callActor(CppActorHandle actor, CppActorMethod method, Object[] arguments) {
        throw otherLanguage();
    }

    @Override
    public PyActorHandle createActor(PyActorClass type, Object[] arguments, ActorCreationOptions options) {
        throw otherLanguage();
    }

    @Override
    public CppActorHandle createActor(CppActorClass type, Object[] arguments, ActorCreationOptions options) {
        throw otherLanguage();
    }
}
