package dev.troupe.head;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A process that runs tasks and actors.
final class Worker {
    enum Stage {
        STARTING, READY, STOPPING, GONE
    }

    private final ProcessKey key;
    private final Node node;
    private final WorkerSettings settings;
    private final List<Integer> gpus;
    private final boolean embedded;
    private final Set<Lease> leases = new LinkedHashSet<>();
    private final Set<Instance> instances = new LinkedHashSet<>();
    private Stage stage;
    private boolean ownsObjects;
    private long idleSince;

    Worker(ProcessKey key, Node node, WorkerSettings settings, List<Integer> gpus, boolean embedded) {
        this.key = key;
        this.node = node;
        this.settings = settings;
        this.gpus = gpus;
        this.embedded = embedded;
        this.stage = embedded ? Stage.READY : Stage.STARTING;
    }

    ProcessKey key() {
        return key;
    }

    Node node() {
        return node;
    }

    WorkerSettings settings() {
        return settings;
    }

    List<Integer> gpus() {
        return gpus;
    }

    /// The driver's own process.
    boolean embedded() {
        return embedded;
    }

    boolean shared() {
        return settings.isolation() == Isolation.SHARED;
    }

    Set<Lease> leases() {
        return leases;
    }

    /// The actors in it, including those that were told to leave.
    Set<Instance> instances() {
        return instances;
    }

    boolean unused() {
        return leases.isEmpty() && instances.isEmpty();
    }

    /// Whether it is starting or ready.
    boolean running() {
        return stage == Stage.STARTING || stage == Stage.READY;
    }

    /// Whether it could take work at once or soon, and has none; it would be alone with that work.
    boolean spare() {
        return !embedded && !shared() && unused() && running();
    }

    Stage stage() {
        return stage;
    }

    void stage(Stage stage) {
        this.stage = stage;
    }

    boolean ownsObjects() {
        return ownsObjects;
    }

    void ownsObjects(boolean any) {
        ownsObjects = any;
    }

    long idleSince() {
        return idleSince;
    }

    void idleSince(long now) {
        idleSince = now;
    }
}
