package dev.troupe.task;

import dev.troupe.task.Emitter.Scope;
import dev.troupe.text.Durations;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A program that runs in steps: middleware run in order, once per step, with a shared context, and exchange events with each other and with the
/// tasks of other processes.
///
/// ```java
/// try (Task<Context> task = Task.start()) {
///     task.on("greeting", (String text) -> IO.println("Get msg: " + text));
///     task.use(ctx -> task.emit("greeting", "Hi %d times".formatted(ctx.step())));
///     task.run(10);
/// }
/// ```
///
/// Steps run on the thread that calls [#run()]; listeners run on their own thread, one after the other. All methods are thread-safe.
///
/// If a middleware throws, `run` throws: an unchecked exception itself (the step and the middleware are recorded among its suppressed exceptions),
/// a checked one as the cause of a [TaskFailedException]. If a listener throws, the step loop stops and `run`, `waitFor` and `emit` throw a
/// [TaskFailedException]; so does `close`, but only if the failure was not thrown before.
public final class Task<C extends Context> extends Eventful implements AutoCloseable {
    private final C context;
    private final Router router;
    private final Labels labels;
    private final Pipeline<C> pipeline;
    private final Events events;
    private final Life life = new Life();
    private final Lock lock = new ReentrantLock();
    private final Set<Role> roles = EnumSet.noneOf(Role.class);
    private final Set<String> claimed = ConcurrentHashMap.newKeySet();
    private final List<Context.Action> whenRunEnds = new CopyOnWriteArrayList<>();
    private final AtomicReference<Thread> runner = new AtomicReference<>();
    private final AtomicBoolean finishHeardHere = new AtomicBoolean();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Shutdown shutdown = new Shutdown(life, () -> runner.get() == null);
    private final boolean async;
    private volatile boolean closed;
    private boolean rolesSettled;

    private Task(C context, TaskOptions options, Router router) {
        this.context = Objects.requireNonNull(context, "context");
        this.router = router;
        async = options.asyncMode();
        labels = Labels.of(router, options);
        pipeline = new Pipeline<>(async ? options.asyncWorkers() : 0);
        events = router.open(options.errorPolicy(), this::fail);
        listenForFinish();
    }

    /// Opens a task with a plain context.
    public static Task<Context> start() {
        return start(new Context());
    }

    public static <C extends Context> Task<C> start(C context) {
        return start(context, TaskOptions.defaults());
    }

    /// Opens a task. Closing it emits `finish` to the linked peers, removes every listener and frees its threads.
    public static <C extends Context> Task<C> start(C context, TaskOptions options) {
        return start(context, options, Router.current());
    }

    /// Opens a task on a router other than that of this process, for tests with several nodes in one process.
    public static <C extends Context> Task<C> start(C context, TaskOptions options, Router router) {
        return new Task<>(context, options, router);
    }

    /// The context that the middleware share.
    public C context() {
        return context;
    }

    /// The place of this process among its peers.
    public Router router() {
        return router;
    }

    // Steps

    /// Adds a middleware. Middleware run in the order in which they were added, once per step.
    public Task<C> use(Middleware<? super C> middleware) {
        return add(middleware, null);
    }

    /// Adds a middleware that holds this lock while it runs: in async mode only one middleware with the same lock runs at a time. Its deferred
    /// actions run without the lock, because deferred actions run one by one.
    ///
    /// @param lock often [#lock], which all middleware may share
    public Task<C> use(Middleware<? super C> middleware, Lock lock) {
        return add(middleware, Objects.requireNonNull(lock, "lock"));
    }

    private Task<C> add(Middleware<? super C> middleware, Lock under) {
        open("use");
        pipeline.add(Objects.requireNonNull(middleware, "middleware"), under);
        return this;
    }

    /// The lock that belongs to this task.
    public Lock lock() {
        return lock;
    }

    /// Decorates every middleware, those added before and those added later. Of two decorators the later one is the outer one. A middleware's lock
    /// is taken before its decorators run.
    public Task<C> wrap(UnaryOperator<Middleware<C>> decorator) {
        open("wrap");
        pipeline.decorate(Objects.requireNonNull(decorator, "decorator"));
        return this;
    }

    /// Runs steps until `finish`.
    public void run() {
        run(Long.MAX_VALUE);
    }

    /// Runs this many steps, or until `finish`. It may be called again and then continues counting. A task that has already finished runs no steps.
    ///
    /// @throws TaskFailedException if a listener failed, or a middleware failed with a checked exception
    public void run(long maxSteps) {
        enterRun(maxSteps);
        try {
            events.ready();
            for (long i = 0; i < maxSteps && !life.finished() && !life.failed(); i++) {
                pipeline.step(context);
            }
            life.throwFailure();
            endRun();
        } finally {
            life.change(() -> runner.set(null));
        }
        shutdown.holdCaller();
    }

    private void enterRun(long maxSteps) {
        open("run");
        if (maxSteps < 0) {
            throw new IllegalArgumentException("run(" + maxSteps + "): the number of steps cannot be negative");
        }
        if (pipeline.isEmpty()) {
            throw new IllegalStateException(
                    "run without middleware would do nothing forever: add middleware with use(…), or call waitFor(\"finish\", …) to only listen");
        }
        Thread other = runner.compareAndExchange(null, Thread.currentThread());
        if (other != null) {
            throw new IllegalStateException("run is already in progress on thread " + other.getName() + ": a task has one step loop");
        }
    }

    private void endRun() {
        for (Context.Action action : whenRunEnds) {
            try {
                action.run();
            } catch (Exception e) {
                switch (FailedStep.in("at the end of run", context.step(), e)) {
                    case RuntimeException unchecked -> throw unchecked;
                    case Throwable other -> throw new IllegalStateException(other);
                }
            }
        }
    }

    /// An action to run on the step thread when `run` ends without a failure.
    void whenRunEnds(Context.Action action) {
        whenRunEnds.add(action);
    }

    /// From now on, when the process is asked to end, it ends only after `run` has ended normally.
    void finishOnShutdown() {
        shutdown.watch();
    }

    /// Ends the step loop after the current step. The linked peers are told when this task closes, so that they receive all its events before.
    public void finish() {
        reachable("finish");
        life.throwFailure();
        try {
            finishHere();
        } catch (TaskFailedException e) {
            throw life.shown(e);
        }
    }

    /// Whether `finish` was called or received from a peer.
    public boolean finished() {
        return life.finished();
    }

    /// Waits until at least this many peers are linked, so that the program does not begin before it has peers. Processes that were started
    /// together wait for each other anyway, in [#start()]; this is for processes that are started separately.
    ///
    /// ```java
    /// task.on("greeting", (String text) -> IO.println(text));
    /// if (!task.waitForPeers(2, Duration.ofSeconds(30))) {
    ///     IO.println("only " + task.router().peers() + " came");
    /// }
    /// ```
    ///
    /// Like `waitFor`, it calls [#ready]. After 5 s the log says which peers are linked. A standalone process, for which [Router#distributed()] is
    /// false, does not wait.
    ///
    /// @return whether they are linked; false if they were not linked in time, or the task finished before
    public boolean waitForPeers(int count, Duration timeout) {
        open("waitForPeers");
        if (count < 0) {
            throw new IllegalArgumentException("waitForPeers(" + count + ", …): the number of peers cannot be negative");
        }
        if (timeout.isNegative()) {
            throw new IllegalArgumentException(
                    "waitForPeers(" + count + ", " + Durations.text(timeout)
                            + "): the timeout cannot be negative; 0 s checks without waiting");
        }
        events.mayWait("waiting for " + count + " peers");
        life.throwFailure();
        try {
            return new PeersThere(this, count).await(router.distributed() ? timeout : Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TaskFailedException("interrupted while waiting for " + count + " peers", e);
        }
    }

    /// Calls the listener with the node id of every peer that is lost or leaves.
    void onGone(Consumer<Integer> gone) {
        on(Router.PEER_LOST, (Integer node, String reason) -> gone.accept(node));
        on(Router.PEER_LEFT, (Integer node) -> gone.accept(node));
    }

    // Who this is

    /// Declares a role. Ready-made middleware read the roles when they are created, so roles must be declared first.
    public Task<C> addRole(Role role) {
        synchronized (roles) {
            if (rolesSettled && !roles.contains(role)) {
                throw new IllegalStateException(
                        "addRole(" + role
                                + ") was called too late: a middleware that depends on roles already exists; declare roles first");
            }
            roles.add(role);
        }
        return this;
    }

    /// Whether this task has that role. A task without declared roles has all of them.
    public boolean hasRole(Role role) {
        synchronized (roles) {
            return roles.isEmpty() || roles.contains(role);
        }
    }

    /// The declared roles.
    public Set<Role> roles() {
        synchronized (roles) {
            return Set.copyOf(roles);
        }
    }

    /// The declared roles, which cannot change any more.
    Set<Role> settleRoles() {
        synchronized (roles) {
            rolesSettled = true;
        }
        return roles();
    }

    /// `standalone` or `distributed`, `async` in async mode, `node.<id>`, and those of the user.
    public Set<String> labels() {
        return labels.all();
    }

    /// Whether at least one of the globs matches at least one label (`*` matches any characters, `?` one).
    ///
    /// ```java
    /// if (task.matchLabels("learner", "node.0")) {
    ///     task.use(train);
    /// }
    /// ```
    public boolean matchLabels(String... globs) {
        return labels.match(globs);
    }

    /// Whether the middleware of one step run concurrently.
    public boolean asyncMode() {
        return async;
    }

    // Ends

    /// Emits `finish` to the peers (unless they know), lets the local listeners handle the events emitted to them, removes every listener and frees
    /// the threads. If called from another thread than that of `run`, it first ends the step loop.
    ///
    /// @throws TaskFailedException if the task failed and the failure was not thrown yet
    @Override
    public void close() {
        if (Thread.currentThread().equals(runner.get())) {
            throw new IllegalStateException("close inside run would remove the middleware that is running; call finish() instead");
        }
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        try {
            life.finish();
            awaitRunner();
            events.drain();
            finishHere();
            events.drain();
        } catch (TaskFailedException e) {
            // It is thrown below, unless it was already reported.
        } finally {
            closed = true;
            shutdown.close();
            events.close();
            pipeline.close();
        }
        life.throwUnseenFailure();
    }

    private void awaitRunner() {
        try {
            life.awaitChange(() -> runner.get() == null, Duration.ofSeconds(Long.MAX_VALUE));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listenForFinish() {
        events.always(Events.FINISH, (Listener.OfAny) arguments -> {
            finishHeardHere.set(true);
            life.finish();
        });
    }

    /// Notifies local listeners of the end once, whether a peer or this task caused it.
    private void finishHere() {
        life.finish();
        if (finishHeardHere.compareAndSet(false, true)) {
            events.emit(Scope.ONLY_LOCAL, Delivery.BLOCK, Events.FINISH);
        }
    }

    /// A failure after the end cannot be reported to anyone.
    private void fail(TaskFailedException e) {
        if (!closed) {
            life.fail(e);
        }
    }

    @Override
    void open(String verb) {
        refuse(verb, closing.get());
    }

    @Override
    void reachable(String verb) {
        refuse(verb, closed);
    }

    private static void refuse(String verb, boolean over) {
        if (over) {
            throw new IllegalStateException(verb + ": this task is closed; start another one");
        }
    }

    @Override
    Events events() {
        return events;
    }

    @Override
    Life life() {
        return life;
    }

    /// Reserves a name among the ready-made middleware of this task.
    void claim(String what, String hint) {
        if (!claimed.add(what)) {
            throw new IllegalStateException("this task already has a " + what + "; " + hint);
        }
    }
}
