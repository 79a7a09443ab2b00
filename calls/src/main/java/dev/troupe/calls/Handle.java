package dev.troupe.calls;

import dev.troupe.head.ActorKey;
import dev.troupe.head.JobKey;
import dev.troupe.messages.ActorTerms;
import dev.troupe.messages.Ids;
import dev.troupe.objects.Mentions;
import dev.troupe.objects.Waiters;
import dev.troupe.values.Bound;
import io.ray.api.ActorHandle;
import io.ray.api.id.ActorId;
import java.io.Serializable;

/// A user's handle of an actor. The actor lives while any process has a handle.
public final class Handle<A> implements ActorHandle<A>, Bound, Serializable {
    private static final long serialVersionUID = 1;

    private final transient Root root;

    /// Shared by all handles of one actor in this process: when it is collected, no handle is left.
    static final class Root {
        final ActorClient client;
        private final Waiters waiters;

        Root(ActorClient client, Waiters waiters) {
            this.client = client;
            this.waiters = waiters;
        }
    }

    Handle(Root root) {
        this.root = root;
    }

    Root root() {
        return root;
    }

    /// The client that calls the actor.
    ///
    /// @throws dev.troupe.messages.ShutDownException after Ray was shut down
    public ActorClient client() {
        root.waiters.check();
        return root.client;
    }

    @Override
    public ActorId getId() {
        return Ids.actor(root.client.key.job().number(), root.client.key.number());
    }

    private Object writeReplace() {
        root.waiters.check();
        Mentions.met(root);
        return new Token(root.client.key.job().number(), root.client.key.number(), root.client.terms);
    }

    /// A handle in its serialized form.
    private record Token(int job, long number, ActorTerms terms) implements Serializable {
        private Object readResolve() {
            Handle<?> handle = (Handle<?>) Mentions.reading().handle(new ActorKey(new JobKey(job), number), terms);
            Mentions.met(handle.root);
            return handle;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Handle<?> handle && handle.root.client.key.equals(root.client.key);
    }

    @Override
    public int hashCode() {
        return root.client.key.hashCode();
    }

    @Override
    public String toString() {
        return "ActorHandle(" + root.client.terms.className() + ", " + getId() + ")";
    }
}
