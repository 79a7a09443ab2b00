package dev.troupe.runtime;

import dev.troupe.cluster.Joining;
import dev.troupe.cluster.PackageStreams;
import dev.troupe.cluster.Seat;
import dev.troupe.head.Fact;
import dev.troupe.head.Isolation;
import dev.troupe.head.JobKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.WorkerSettings;
import dev.troupe.hosting.RunningTasks;
import dev.troupe.messages.Joined;
import dev.troupe.packages.PackageCache;
import dev.troupe.packages.PackedCode;
import dev.troupe.packages.Packer;
import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/// A driver on a machine of a running cluster: it uses the store of the node there and reaches the head through its agent.
final class ClusterDriver {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final long PACKAGE_LIMIT = 10L << 30;

    private ClusterDriver() {}

    /// @param node of this user on this machine
    static TroupeRuntime start(Settings settings, NodeFile node) throws IOException {
        Token token = Token.load(node.seat().token());
        Address agent = WorkerSession.address(WorkerSession.socket(node.seat().sockets(), node.seat().agent()));
        Joined joined = Joining.join(node.seat().agent(), agent, token, node.seat().links(), Version.text(), PATIENCE);
        JobKey job = new JobKey(joined.process());
        String namespace = settings.job().namespace().orElseGet(() -> UUID.randomUUID().toString());
        WorkerSettings shared = JobWorkers.settings(job, settings.job());
        WorkerTerms terms = new WorkerTerms(namespace, settings.job().defaultLifetime(), settings.job().maxRetries(), shared);
        Seat seat = node.seat().of(joined.process());
        AtomicReference<WorkerSession> open = new AtomicReference<>();
        WorkerSession session = new WorkerSession(seat, terms, RunningTasks.UNNOTED, () -> {
            System.getLogger("dev.troupe.runtime").log(System.Logger.Level.ERROR,
                    "the node on this machine has left the cluster or ended, so this program cannot continue; see: troupe status");
            Thread.ofPlatform().name("troupe-orphan").start(() -> open.get().close()); // wakes all threads that wait
        });
        open.set(session);
        try (PackageCache cache = PackageCache.open(PackageCache.usualDirectory(), PACKAGE_LIMIT);
                PackedCode code = new Packer(cache, OwnNode.library()).pack(settings.job().code())) {
            PackageStreams.bring(code, session.endpoint(), Address.parse("tcp://" + node.address()));
            session.begin();
            session.tell(new Fact.JobStarted(job, new ProcessKey(joined.process()), namespace, shared,
                    Optional.of(new NodeKey(node.seat().agent())), new Fact.JobTerms(JobCode.names(code.packages()), terms.encode())));
        } catch (IOException | RuntimeException e) {
            session.close();
            throw e;
        }
        if (shared.isolation() == Isolation.SHARED) {
            session.expect(Shape.of(Resources.cpu(1), shared)); // its first worker starts while the program continues
        }
        return session.runtime();
    }
}
