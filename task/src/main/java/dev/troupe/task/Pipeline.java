package dev.troupe.task;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.Lock;
import java.util.function.UnaryOperator;

/// The middleware of a task, and one step through them.
final class Pipeline<C extends Context> implements AutoCloseable {
    private final List<Stage<C>> stages = new CopyOnWriteArrayList<>();
    private final List<UnaryOperator<Middleware<C>>> decorators = new ArrayList<>();
    private final ExecutorService workers;

    /// @param workers how many middleware run at the same time; 0 runs one after the other on the calling thread
    Pipeline(int workers) {
        this.workers = workers == 0 ? null : Together.pool(workers);
    }

    boolean isEmpty() {
        return stages.isEmpty();
    }

    synchronized void add(Middleware<? super C> middleware, Lock lock) {
        String own = middleware.name();
        boolean nameless = middleware.getClass().isHidden();
        Middleware<C> named = Middleware.named(own, middleware);
        Stage<C> stage = new Stage<>("middleware " + (nameless ? stages.size() + 1 + " (" + own + ")" : own), named, lock);
        for (UnaryOperator<Middleware<C>> decorator : decorators) {
            stage = stage.with(decorator.apply(stage.middleware()));
        }
        stages.add(stage);
    }

    synchronized void decorate(UnaryOperator<Middleware<C>> decorator) {
        stages.replaceAll(stage -> stage.with(decorator.apply(stage.middleware())));
        decorators.add(decorator);
    }

    /// Runs all middleware, then the deferred actions; then renews the context unless something failed.
    void step(C ctx) {
        Throwable failure = null;
        try {
            if (workers == null) {
                inOrder(ctx);
            } else {
                Together.on(workers, stages.stream().<Together.Part>map(stage -> () -> run(stage, ctx)).toList());
            }
        } catch (InterruptedException e) {
            failure = FailedStep.in("waiting for its middleware", ctx.step(), e);
        } catch (Throwable e) {
            failure = e;
        }
        switch (ctx.runDeferred(failure)) {
            case null -> ctx.renew();
            case Error e -> throw e;
            case RuntimeException e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    private void inOrder(C ctx) {
        for (Stage<C> stage : stages) {
            if (ctx.restSkipped()) {
                return;
            }
            run(stage, ctx);
        }
    }

    private void run(Stage<C> stage, C ctx) {
        try {
            stage.run(ctx);
        } catch (Throwable e) {
            switch (FailedStep.in(stage.name(), ctx.step(), e)) {
                case Error error -> throw error;
                case RuntimeException unchecked -> throw unchecked;
                case Throwable other -> throw new IllegalStateException(other);
            }
        }
    }

    @Override
    public void close() {
        if (workers != null) {
            workers.shutdown();
        }
        stages.clear();
    }
}
