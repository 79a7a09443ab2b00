package dev.troupe.cluster;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Cluster;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;
import dev.troupe.head.Head;
import dev.troupe.head.HeadSettings;
import dev.troupe.messages.ShutDownException;
import io.ray.api.exception.RayException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/// The head in this process: one thread passes facts to it in order and carries out its effects.
public final class LocalHead implements HeadService, AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.troupe.runtime");
    private static final long TICK_MILLIS = 500;

    private final Head head = new Head(HeadSettings.defaults());
    private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final Consumer<Effect> effects;
    private final Thread thread;
    private volatile boolean closed;

    /// @param effects carries them out on the thread of the head; must not block
    public LocalHead(Consumer<Effect> effects) {
        this.effects = effects;
        this.thread = Thread.ofPlatform().daemon().name("troupe-head").start(this::decide);
    }

    @Override
    public void tell(Fact fact) {
        tell(fact, () -> {});
    }

    /// @param before runs before the effects of the fact are carried out, and after those of all earlier facts
    void tell(Fact fact, Runnable before) {
        queue.add(() -> {
            before.run();
            carryOut(head.on(System.nanoTime(), fact));
        });
    }

    @Override
    public Optional<String> ask(Fact fact) {
        CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
        ask(fact, answer::complete);
        return join(answer);
    }

    /// Like `ask`, for callers that cannot wait.
    void ask(Fact fact, Consumer<Optional<String>> answer) {
        queue.add(() -> {
            String refused = "the head failed; its log says why";
            try {
                List<Effect> all = head.on(System.nanoTime(), fact);
                refused = null;
                for (Effect effect : all) {
                    if (effect instanceof Effect.Refused no && no.request() == fact) {
                        refused = no.reason();
                    } else {
                        carryOut(effect);
                    }
                }
            } finally {
                answer.accept(Optional.ofNullable(refused));
            }
        });
    }

    @Override
    public Cluster view() {
        return read(Head::view);
    }

    @Override
    public Optional<Cluster.ActorView> actor(ActorKey actor) {
        return read(it -> it.actor(actor));
    }

    @Override
    public List<Cluster.NodeView> nodes() {
        return read(Head::nodes);
    }

    @Override
    public Optional<Cluster.ActorView> actorNamed(String namespace, String name) {
        return read(it -> it.actorNamed(namespace, name));
    }

    @Override
    public Optional<Cluster.GroupView> group(GroupKey group) {
        return read(it -> it.group(group));
    }

    @Override
    public Optional<Cluster.GroupView> groupNamed(String namespace, String name) {
        return read(it -> it.groupNamed(namespace, name));
    }

    private <T> T read(Function<Head, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        read(question, answer::complete);
        return join(answer);
    }

    /// Reads the head's state on its own thread.
    <T> void read(Function<Head, T> question, Consumer<T> answer) {
        queue.add(() -> answer.accept(question.apply(head)));
    }

    // The head's thread ends when it is closed; then no caller waits for it any longer.
    private <T> T join(CompletableFuture<T> answer) {
        while (true) {
            try {
                return answer.get(200, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (closed) {
                    throw new ShutDownException(null);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RayException("interrupted while waiting for the head", e);
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    private void decide() {
        long lastTick = System.nanoTime();
        while (!closed) {
            try {
                Runnable next = queue.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    next.run();
                }
                long now = System.nanoTime();
                if (now - lastTick > TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)) {
                    lastTick = now;
                    carryOut(head.tick(now));
                }
            } catch (InterruptedException e) {
                closed = true;
            } catch (RuntimeException | Error e) { // it decides for everyone, so it must continue
                LOG.log(Level.ERROR, "the head failed to make a decision; please report this", e);
            }
        }
    }

    private void carryOut(List<Effect> all) {
        all.forEach(this::carryOut);
    }

    // A failing effect does not prevent the others.
    private void carryOut(Effect effect) {
        try {
            effects.accept(effect);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "the head failed to carry out " + effect + "; please report this", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
