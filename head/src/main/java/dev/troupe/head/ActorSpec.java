package dev.troupe.head;

import java.util.Optional;

/// What its creator says of an actor.
///
/// @param name "" for none
/// @param namespace where the name is unique
/// @param resources held for its whole life
/// @param settings of the worker; [Isolation#PROCESS] for a process of its own
/// @param maxRestarts after deaths it may have caused; -1 without limit
/// @param className for lists that people read
/// @param creation how to construct it; the head hands it on unread
public record ActorSpec(ActorKey key, String name, String namespace, boolean detached, Owner owner, Resources resources,
        Optional<BundleKey> bundle, WorkerSettings settings, int maxRestarts, String className, byte[] creation) {
    public JobKey job() {
        return key.job();
    }

    Shape shape() {
        return new Shape(resources, bundle, settings);
    }

    /// The same in a process of its own.
    ActorSpec alone() {
        return new ActorSpec(key, name, namespace, detached, owner, resources, bundle, settings.alone(), maxRestarts, className, creation);
    }

    ActorSpec withoutCreation() {
        return new ActorSpec(key, name, namespace, detached, owner, resources, bundle, settings, maxRestarts, className, new byte[0]);
    }

    @Override
    public String toString() {
        return className + (name.isEmpty() ? "" : " \"" + name + "\"") + " (" + key + ")";
    }
}
