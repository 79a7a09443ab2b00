package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;
import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static dev.troupe.runtime.behaviour.Mode.SHARED_CLUSTER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.Ray;
import io.ray.api.id.ActorId;
import io.ray.api.id.JobId;
import io.ray.api.id.TaskId;
import io.ray.api.id.UniqueId;
import io.ray.api.runtimecontext.ActorState;
import io.ray.api.runtimecontext.NodeInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

final class RuntimeContextTest {
    private static final String FIVE_CPUS = "ray.head-args.0=--num-cpus=5";

    private static NodeInfo node() {
        var nodes = Ray.getRuntimeContext().getAllNodeInfo();
        assertEquals(1, nodes.size());
        return nodes.getFirst();
    }

    /// Where code sees itself.
    record Self(JobId job, TaskId task, UniqueId node, String namespace, boolean local) {
        static Self here() {
            var context = Ray.getRuntimeContext();
            return new Self(context.getCurrentJobId(), context.getCurrentTaskId(), context.getCurrentNodeId(), context.getNamespace(),
                    context.isLocalMode());
        }
    }

    static final class Mirror {
        private final ActorId born = Ray.getRuntimeContext().getCurrentActorId();

        Self self() {
            return Self.here();
        }

        ActorId born() {
            return born;
        }

        ActorId id() {
            return Ray.getRuntimeContext().getCurrentActorId();
        }

        ActorId idOnAThreadOfItsOwn() {
            return CompletableFuture.supplyAsync(() -> Ray.getRuntimeContext().getCurrentActorId(), code -> Thread.ofPlatform().start(code))
                    .join();
        }
    }

    @In({EMBEDDED, LOCAL, CLUSTER})
    void theDriverTasksAndActorsKnowTheirJobAndNode(Mode mode) {
        var driver = Self.here();
        var task = Ray.task(Self::here).remote().get();
        var actor = Ray.actor(Mirror::new).remote().task(Mirror::self).remote().get();
        for (var self : List.of(driver, task, actor)) {
            assertEquals(JobId.fromInt(1), self.job, "each cluster counts its jobs from one");
            assertNotEquals(TaskId.NIL, self.task);
            assertEquals(node().nodeId, self.node);
            assertEquals(driver.namespace, self.namespace);
            assertEquals(mode == LOCAL, self.local);
        }
        assertEquals(3, Set.of(driver.task, task.task, actor.task).size());
    }

    @In(value = {EMBEDDED, CLUSTER}, with = "ray.job.id=7f7f7f7f")
    void aJobMayChooseItsId() {
        var id = JobId.fromHexString("7f7f7f7f");
        assertEquals(id, Ray.getRuntimeContext().getCurrentJobId());
        assertEquals(id, Ray.task(Self::here).remote().get().job);
        var mirror = Ray.actor(Mirror::new).remote();
        assertEquals(id, mirror.task(Mirror::self).remote().get().job);
        assertEquals(id, mirror.getId().getJobId());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void anActorKnowsItsIdOnAnyThread() {
        var mirror = Ray.actor(Mirror::new).remote();
        assertNotEquals(ActorId.NIL, mirror.getId());
        assertEquals(mirror.getId(), mirror.task(Mirror::born).remote().get());
        assertEquals(mirror.getId(), mirror.task(Mirror::id).remote().get());
    }

    /// A thread belongs to nobody where several actors share a process: it is known by where it was started.
    @In({EMBEDDED, SHARED_CLUSTER})
    void aThreadThatAnActorStartedKnowsTheActor() {
        var mirror = Ray.actor(Mirror::new).remote();
        assertEquals(mirror.getId(), mirror.task(Mirror::idOnAThreadOfItsOwn).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void outsideActorsThereIsNoActorToKnow() {
        var context = Ray.getRuntimeContext();
        assertThrows(IllegalStateException.class, context::getCurrentActorId);
        assertThrows(IllegalStateException.class, context::getCurrentActorHandle);
        assertThrows(IllegalStateException.class, context::wasCurrentActorRestarted);
    }

    @In(value = {EMBEDDED, LOCAL}, with = "ray.head-args.0=--resources={\"A\":8}")
    void theNodeIsDescribed() {
        var node = node();
        assertTrue(node.isAlive);
        assertFalse(node.nodeAddress.isBlank());
        assertFalse(node.nodeHostname.isBlank());
        assertEquals(8.0, node.resources.get("A"));
        assertEquals(node.nodeId, Ray.getRuntimeContext().getCurrentNodeId());
    }

    private static String nodeAddress() {
        return node().nodeAddress;
    }

    @In(value = {EMBEDDED, CLUSTER}, with = {"ray.node-ip=127.0.0.2", "ray.head-args.0=--node-ip-address=127.0.0.2"})
    void theNodesAddressCanBeSet() {
        assertEquals("127.0.0.2", nodeAddress());
        assertEquals("127.0.0.2", Ray.task(RuntimeContextTest::nodeAddress).remote().get());
    }

    @In({EMBEDDED, LOCAL, SHARED_CLUSTER})
    void aNodeIsLabelledWithItsId() {
        assertEquals(Map.of("ray.io/node_id", node().nodeId.toString()), node().labels);
    }

    @In(value = EMBEDDED, with = "ray.head-args.0=--labels={\"gpu_type\":\"A100\",\"azone\":\"azone-1\"}")
    void aNodeMayHaveLabelsOfItsOwn() {
        assertEquals(Map.of("ray.io/node_id", node().nodeId.toString(), "gpu_type", "A100", "azone", "azone-1"), node().labels);
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, with = FIVE_CPUS)
    void allActorsAreListedWithTheirPlace() {
        var node = node();
        var counters = IntStream.range(0, 5).mapToObj(i -> Ray.actor(Counter::new, i).remote()).toList();
        counters.forEach(counter -> counter.task(Counter::value).remote().get());
        var infos = Ray.getRuntimeContext().getAllActorInfo();
        assertEquals(5, infos.size());
        assertEquals(counters.stream().map(counter -> counter.getId()).collect(Collectors.toSet()),
                infos.stream().map(info -> info.actorId).collect(Collectors.toSet()));
        for (var info : infos) {
            assertEquals("", info.name);
            assertEquals(0, info.numRestarts);
            assertEquals(ActorState.ALIVE, info.state);
            assertEquals(node.nodeId, info.address.nodeId);
            assertEquals(node.nodeAddress, info.address.ip);
        }
        var named = Ray.actor(Counter::new, 0).setName("named").remote();
        assertEquals(0, named.task(Counter::value).remote().get());
        assertTrue(Ray.getRuntimeContext().getAllActorInfo().stream().anyMatch(info -> info.name.equals("named")));
    }

    @In(value = {EMBEDDED, LOCAL}, with = FIVE_CPUS)
    void actorsAreListedByJobAndState() {
        var counters = IntStream.range(0, 5).mapToObj(i -> Ray.actor(Counter::new, i).setResource("CPU", 1.0).remote()).toList();
        counters.forEach(counter -> counter.task(Counter::value).remote().get());
        var job = Ray.getRuntimeContext().getCurrentJobId();
        assertEquals(5, actors(null, null));
        assertEquals(5, actors(job, null));
        assertEquals(0, actors(JobId.fromInt(99), null));
        assertEquals(5, actors(null, ActorState.ALIVE));
        assertEquals(0, actors(null, ActorState.DEPENDENCIES_UNREADY));
        assertEquals(0, actors(null, ActorState.RESTARTING));
        var sixth = Ray.actor(Counter::new, 6).setResource("CPU", 1.0).remote();
        eventually("the sixth waits for a CPU", () -> actors(job, ActorState.PENDING_CREATION) == 1);
        sixth.kill(true);
        eventually("the sixth is dead and still listed", () -> actors(job, ActorState.DEAD) == 1);
        assertEquals(5, new HashSet<>(counters).size());
    }

    private static int actors(JobId job, ActorState state) {
        return Ray.getRuntimeContext().getAllActorInfo(job, state).size();
    }
}
