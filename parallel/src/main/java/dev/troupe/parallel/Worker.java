package dev.troupe.parallel;

import dev.troupe.link.LinkOptions;
import dev.troupe.process.Parent;
import dev.troupe.transport.Token;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The main class of a worker process. Its standard input comes from the launcher: first the order, then messages about other workers. The end of
/// standard input means that the launcher has ended.
public final class Worker {
    private static final int FAILED = 1;
    private static volatile OptionalInt workers = OptionalInt.empty();

    private final WorkerOrder order;
    private volatile LinkRouter router;
    /// All messages so far: those that arrived just before main is run again must reach the next router, too.
    private final List<PeerMoved> moves = new CopyOnWriteArrayList<>();

    private Worker(WorkerOrder order, LinkRouter router) {
        this.order = order;
        this.router = router;
    }

    /// Called by the launcher only.
    public static void main(String[] arguments) throws IOException {
        Parent launcher = Parent.take();
        WorkerOrder order = WorkerOrder.read(launcher.words());
        workers = OptionalInt.of(order.workers());
        Optional<LinkRouter> router = router(order.plan(), neighbours(order.plan(), order.run()), new Departed(), introduction(order));
        if (router.isEmpty()) {
            order.job().removeIfAbandoned();
            System.exit(FAILED);
        }
        Worker worker = new Worker(order, router.get());
        // Runs at the very end, also after System.exit and after the last thread of the user.
        Runtime.getRuntime().addShutdownHook(new Thread(worker::leave, "troupe-goodbye"));
        launcher.follow("troupe-launcher", worker::hear, order.job()::remove);
        if (!worker.run()) {
            System.exit(FAILED);
        }
    }

    /// The number of workers that were started together with this one, including itself; nothing if no launcher started this process.
    static OptionalInt together() {
        return workers;
    }

    private static Optional<LinkRouter> router(WorkerPlan plan, Neighbours neighbours, Departed departed, Introduction introduction) {
        try {
            LinkRouter router = LinkRouter.open(neighbours, departed, Token.find(plan.tokenFile().orElse(null)),
                    LinkOptions.defaults().withEncryption(plan.encryption()).withGroup(plan.group()),
                    plan.traceEvents() ? Trace.to(System.err) : Trace.off(), introduction);
            router.becomeCurrent();
            return Optional.of(router);
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("worker " + plan.nodeId() + " cannot start: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static Introduction introduction(WorkerOrder order) {
        return door -> Doors.tell(order.job(), order.plan().nodeId(), door);
    }

    private static Neighbours neighbours(WorkerPlan plan, int run) {
        return new Neighbours(plan.nodeId(), run, plan.labels(), plan.door(), plan.dial(), List.of(), plan.siblings(), plan.awaited(),
                plan.discover(), plan.distributed(), plan.planned(), plan.connectTimeout());
    }

    private void hear(DataInputStream launcher) throws IOException {
        switch (SiblingNews.receive(launcher)) {
            case PeerEnded ended -> router.ended(ended);
            case PeerMoved moved -> {
                moves.add(moved);
                router.moved(moved);
            }
        }
    }

    /// Runs main, again after it threw if the order allows that. Returns false if it failed for good.
    private boolean run() {
        Backoff backoff = new Backoff();
        for (int retries = order.retries();; retries++) {
            long started = System.nanoTime();
            router.farewell().hold(retries < order.maxRetries());
            try {
                Portable.putTogether(order.entry(), Thread.currentThread().getContextClassLoader(), this::keep).run();
                router.farewell().release();
                return true;
            } catch (Throwable thrown) {
                Throwable cause = thrown instanceof InvocationTargetException wrapped && wrapped.getCause() != null ? wrapped.getCause()
                        : thrown;
                router.farewell().takeBack();
                UserTrace.print(cause, System.err);
                if (retries >= order.maxRetries() || cause instanceof VirtualMachineError) {
                    MainFailure.write(cause, order.job().failure(order.plan().nodeId()));
                    return false;
                }
                System.err.println("main failed and is restarted, retry " + (retries + 1)
                        + (order.maxRetries() == Integer.MAX_VALUE ? "" : " of " + order.maxRetries()));
                note(order.job().retries(order.plan().nodeId()), retries + 1);
                router.close();
                pause(backoff.after(Duration.ofNanos(System.nanoTime() - started)));
                if (!comeBack()) {
                    return false;
                }
            }
        }
    }

    private void keep(Object result) {
        new Results(order.job()).write(order.plan().nodeId(), result);
    }

    /// To its peers, a main that is run again is like a restarted process: they lose a peer and get a new one.
    private boolean comeBack() {
        WorkerPlan plan = order.plan().at(router.neighbours().door().again(order.plan().door()));
        Optional<LinkRouter> again = router(plan, neighbours(plan, order.run()), router.departed(), introduction(order));
        again.ifPresent(fresh -> {
            router = fresh;
            moves.forEach(fresh::moved);
        });
        return again.isPresent();
    }

    /// The exit code is already decided, so this reports to the launcher in another way that messages were lost.
    private void leave() {
        router.close(System.err::println);
        if (router.undelivered() > 0) {
            note(order.job().undelivered(order.plan().nodeId()), router.undelivered());
        }
    }

    /// For the launcher.
    private static void note(Path where, long count) {
        try {
            Files.writeString(where, Long.toString(count));
        } catch (IOException e) {
            System.err.println(count + " could not be reported to the launcher in " + where + ": " + e);
        }
    }

    private static void pause(Duration time) {
        try {
            boolean never = new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
            assert !never;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
