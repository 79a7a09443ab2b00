package dev.troupe.runtime;

import dev.troupe.calls.Actors;
import dev.troupe.cluster.HeadService;
import dev.troupe.head.ActorState;
import dev.troupe.head.Cluster;
import dev.troupe.head.WorkerSettings;
import dev.troupe.messages.Ids;
import dev.troupe.messages.ThisProcess;
import dev.troupe.objects.ActorLife;
import dev.troupe.objects.TaskContext;
import io.ray.api.BaseActorHandle;
import io.ray.api.id.ActorId;
import io.ray.api.id.JobId;
import io.ray.api.id.TaskId;
import io.ray.api.id.UniqueId;
import io.ray.api.runtimecontext.ActorInfo;
import io.ray.api.runtimecontext.NodeInfo;
import io.ray.api.runtimecontext.RuntimeContext;
import io.ray.api.runtimeenv.RuntimeEnv;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The information of Ray's API for a thread about where it runs: its job, task, actor and node.
public final class RayContext implements RuntimeContext {
    private final ThisProcess self;
    private final HeadService head;
    private final Actors actors;
    private final WorkerSettings shared;
    private final boolean local;

    RayContext(Engine engine, WorkerSettings shared, boolean local) {
        this.self = engine.self();
        this.head = engine.head();
        this.actors = engine.calls().actors();
        this.shared = shared;
        this.local = local;
    }

    @Override
    public JobId getCurrentJobId() {
        return Ids.job(self.job());
    }

    @Override
    public TaskId getCurrentTaskId() {
        TaskContext context = TaskContext.current();
        return TaskContext.id(self.job(), context == null ? 0 : context.task);
    }

    private static ActorLife actor() {
        TaskContext context = TaskContext.current();
        if (context == null || context.actor == null) {
            throw new IllegalStateException("This method should only be called from an actor.");
        }
        return context.actor;
    }

    @Override
    public ActorId getCurrentActorId() {
        return Ids.actor(actor().key().job().number(), actor().key().number());
    }

    @Override
    public boolean wasCurrentActorRestarted() {
        return actor().restarts() > 0;
    }

    @Override
    public boolean isLocalMode() {
        return local;
    }

    @Override
    public List<NodeInfo> getAllNodeInfo() {
        return head.nodes().stream().map(RayContext::info).toList();
    }

    private static NodeInfo info(Cluster.NodeView node) {
        return Infos.node(node.node().number(), node.ip(), node.hostname(), node.alive(), node.total().units(), node.labels());
    }

    @Override
    public List<ActorInfo> getAllActorInfo() {
        return getAllActorInfo(null, null);
    }

    @Override
    public List<ActorInfo> getAllActorInfo(JobId job, io.ray.api.runtimecontext.ActorState state) {
        Cluster view = head.view();
        return view.actors().stream().filter(actor -> job == null || Ids.job(actor.spec().job().number()).equals(job))
                .filter(actor -> state == null || state(actor.state()) == state).map(actor -> info(actor, view)).toList();
    }

    private static io.ray.api.runtimecontext.ActorState state(ActorState state) {
        return io.ray.api.runtimecontext.ActorState.valueOf(state.name());
    }

    private static ActorInfo info(Cluster.ActorView actor, Cluster view) {
        String ip = view.nodes().stream().filter(node -> actor.node().equals(Optional.of(node.node()))).map(Cluster.NodeView::ip)
                .findFirst()
                .orElse("");
        OptionalLong node = actor.node().map(key -> OptionalLong.of(key.number())).orElse(OptionalLong.empty());
        return Infos.actor(actor.spec().job().number(), actor.spec().key().number(), state(actor.state()), actor.restarts(), node, ip,
                actor.spec().name());
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T extends BaseActorHandle> T getCurrentActorHandle() {
        ActorLife actor = actor();
        return (T) actors.handle(actor.key(), actor.terms());
    }

    @Override
    public List<Long> getGpuIds() {
        return self.gpus();
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
    public RuntimeEnv getCurrentRuntimeEnv() {
        return JobWorkers.current(shared);
    }
}
