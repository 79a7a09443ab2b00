package dev.troupe.head;

import java.util.Optional;

/// The properties that its creator gives an actor.
///
/// @param name "" for none
/// @param namespace where the name is unique
/// @param resources held for its whole life
/// @param settings of the worker; [Isolation#PROCESS] for a process of its own
/// @param maxRestarts the limit of restarts after deaths that it may have caused; -1 for no limit
/// @param className for lists that people read
/// @param creation how to construct it; the head passes it on unread
public record ActorSpec(ActorKey key, String name, String namespace, boolean detached, Owner owner, Resources resources,
        Optional<BundleKey> bundle, WorkerSettings settings, int maxRestarts, String className, byte[] creation) {
    public JobKey job() {
        return key.job();
    }

    Shape shape() {
        return new Shape(resources, bundle, settings);
    }

    /// The same actor in a process of its own.
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
