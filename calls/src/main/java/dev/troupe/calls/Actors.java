package dev.troupe.calls;

import dev.troupe.cluster.Facts;
import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorState;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.ProcessKey;
import dev.troupe.messages.ActorTerms;
import dev.troupe.messages.ThisProcess;
import dev.troupe.objects.Reaper;
import dev.troupe.objects.Waiters;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// The actors that this process calls or has handles of.
public final class Actors {
    private final ThisProcess self;
    private final Facts head;
    private final Clients factory;
    private final Waiters waiters;
    private final Reaper reaper;
    private final Executor later;
    private final Map<ActorKey, ActorClient> clients = new HashMap<>();
    private final Map<ActorKey, WeakReference<Handle.Root>> roots = new HashMap<>();
    /// The references among the constructor's arguments of actors created here: needed again when they restart.
    private final Map<ActorKey, Object> held = new HashMap<>();

    /// Creates the client of an actor.
    interface Clients {
        /// The client of this actor.
        ///
        /// @param idle called when the last unfinished call has ended
        ActorClient of(ActorKey key, ActorTerms terms, Consumer<ActorClient> idle);
    }

    Actors(ThisProcess self, Facts head, Clients factory, Waiters waiters, Reaper reaper, Executor later) {
        this.self = self;
        this.head = head;
        this.factory = factory;
        this.waiters = waiters;
        this.reaper = reaper;
        this.later = later;
    }

    /// The handle of an actor that this process is about to create.
    public synchronized <A> Handle<A> created(ActorKey key, ActorTerms terms, Object holds) {
        if (holds != null) {
            held.put(key, holds);
        }
        clients.put(key, factory.of(key, terms, this::idle));
        return root(key);
    }

    /// It could not be created.
    public synchronized void refused(ActorKey key) {
        clients.remove(key);
        roots.remove(key);
        held.remove(key);
    }

    /// The head refused it after its creator had continued.
    public void refused(ActorKey key, String why) {
        changed(new Effect.ActorChanged(List.of(), key, ActorState.DEAD, Optional.empty(), Optional.empty(), 0, 0,
                "it could not be created: " + why, false, new byte[0]));
    }

    /// A handle that another process sent.
    public synchronized <A> Handle<A> handle(ActorKey key, ActorTerms terms) {
        if (!clients.containsKey(key)) {
            clients.put(key, factory.of(key, terms, this::idle));
            head.tell(new Fact.HandleHeld(new ProcessKey(self.process()), key));
        }
        return root(key);
    }

    private <A> Handle<A> root(ActorKey key) {
        WeakReference<Handle.Root> known = roots.get(key);
        Handle.Root root = known == null ? null : known.get();
        if (root == null) {
            root = new Handle.Root(clients.get(key), waiters);
            roots.put(key, new WeakReference<>(root));
            reaper.register(root, () -> released(key));
        }
        return new Handle<>(root);
    }

    // On the reaper's thread: no handle is left here, unless new ones were created since.
    private void released(ActorKey key) {
        ActorClient client;
        synchronized (this) {
            client = clients.get(key);
        }
        if (client == null || client.unfinished()) {
            return; // the last call that ends will run this again
        }
        synchronized (this) {
            WeakReference<Handle.Root> root = roots.get(key);
            if (clients.get(key) == client && (root == null || root.get() == null)) {
                clients.remove(key);
                roots.remove(key);
                head.tell(new Fact.HandleReleased(new ProcessKey(self.process()), key));
            }
        }
    }

    /// The last unfinished call has ended.
    private void idle(ActorClient client) {
        WeakReference<Handle.Root> root;
        synchronized (this) {
            root = roots.get(client.key);
        }
        if (root == null || root.get() == null) {
            later.execute(() -> released(client.key));
        }
    }

    public void changed(Effect.ActorChanged change) {
        ActorClient client;
        synchronized (this) {
            client = clients.get(change.actor());
            if (change.state() == ActorState.DEAD) {
                held.remove(change.actor());
            }
        }
        if (client != null) {
            client.changed(change);
        }
    }

    /// A process has died.
    void gone(int process, Set<Long> ran) {
        all().forEach(client -> client.gone(process, ran));
    }

    /// There is room again for messages to a worker.
    void room() {
        all().forEach(ActorClient::room);
    }

    private synchronized List<ActorClient> all() {
        return List.copyOf(clients.values());
    }
}
