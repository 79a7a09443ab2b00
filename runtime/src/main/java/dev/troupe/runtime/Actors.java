package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorState;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.ProcessKey;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The actors this process calls or has handles of.
final class Actors {
    private final Home home;
    private final Reaper reaper;
    private final Map<ActorKey, ActorClient> clients = new HashMap<>();
    private final Map<ActorKey, WeakReference<Handle.Root>> roots = new HashMap<>();
    /// References among the constructor's arguments of actors made here: needed again when they restart.
    private final Map<ActorKey, Object> held = new HashMap<>();

    private final Map<Long, Sent> sent = new ConcurrentHashMap<>();

    /// A call that was sent.
    private record Sent(Call call, ActorClient client) {}

    Actors(Home home, Reaper reaper) {
        this.home = home;
        this.reaper = reaper;
    }

    /// The handle of an actor that this process is about to create.
    synchronized <A> Handle<A> created(ActorKey key, ActorTerms terms, Object holds) {
        if (holds != null) {
            held.put(key, holds);
        }
        clients.put(key, new ActorClient(key, terms, home, this));
        return root(key);
    }

    /// It could not be created.
    synchronized void refused(ActorKey key) {
        clients.remove(key);
        roots.remove(key);
        held.remove(key);
    }

    /// The head refused it after its creator had gone on.
    void refused(ActorKey key, String why) {
        changed(new Effect.ActorChanged(List.of(), key, ActorState.DEAD, Optional.empty(), Optional.empty(), 0, 0,
                "it could not be created: " + why, false, new byte[0]));
    }

    /// A handle that came from elsewhere.
    synchronized <A> Handle<A> handle(ActorKey key, ActorTerms terms) {
        if (!clients.containsKey(key)) {
            clients.put(key, new ActorClient(key, terms, home, this));
            home.office().tell(new Fact.HandleHeld(new ProcessKey(home.self().process()), key));
        }
        return root(key);
    }

    private <A> Handle<A> root(ActorKey key) {
        WeakReference<Handle.Root> known = roots.get(key);
        Handle.Root root = known == null ? null : known.get();
        if (root == null) {
            root = new Handle.Root(clients.get(key));
            roots.put(key, new WeakReference<>(root));
            reaper.register(root, () -> released(key));
        }
        return new Handle<>(root);
    }

    // On the reaper's thread: the last handle here is gone, unless there are new ones since.
    private void released(ActorKey key) {
        ActorClient client;
        synchronized (this) {
            client = clients.get(key);
        }
        if (client == null || client.unfinished()) {
            return; // the last call that ends comes here again
        }
        synchronized (this) {
            WeakReference<Handle.Root> root = roots.get(key);
            if (clients.get(key) == client && (root == null || root.get() == null)) {
                clients.remove(key);
                roots.remove(key);
                home.office().tell(new Fact.HandleReleased(new ProcessKey(home.self().process()), key));
            }
        }
    }

    /// The last unfinished call is over.
    void idle(ActorClient client) {
        WeakReference<Handle.Root> root;
        synchronized (this) {
            root = roots.get(client.key);
        }
        if (root == null || root.get() == null) {
            home.later(() -> released(client.key));
        }
    }

    void sent(Call call, ActorClient client) {
        sent.put(call.number(), new Sent(call, client));
    }

    /// Whether it is on its way to its actor, or runs there.
    boolean sent(Call call) {
        return sent.containsKey(call.number());
    }

    void forget(Call call) {
        sent.remove(call.number());
    }

    /// True when it was the answer to a call of ours.
    boolean done(Message.Done done) {
        Sent one = sent.remove(done.number());
        if (one == null) {
            return false;
        }
        one.client.done(one.call);
        home.complete(one.call.result, done.outcome());
        return true;
    }

    void changed(Effect.ActorChanged change) {
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

    /// A process is gone.
    void gone(int process, Set<Long> ran) {
        all().forEach(client -> client.gone(process, ran));
    }

    /// There is room on the way to a worker again.
    void room() {
        all().forEach(ActorClient::room);
    }

    private synchronized List<ActorClient> all() {
        return List.copyOf(clients.values());
    }
}
