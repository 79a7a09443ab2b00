package dev.troupe.runtime.behaviour;

import io.ray.api.Ray;

/// The actor of most tests.
class Counter {
    private int value;

    Counter(int value) {
        this.value = value;
    }

    static Counter startingAt(int value) {
        return new Counter(value);
    }

    /// One whose constructor waits.
    static Counter behind(Gate gate) throws InterruptedException {
        return gate.pass(new Counter(7));
    }

    int value() {
        return value;
    }

    void increase(int delta) {
        value += delta;
    }

    int increaseAndGet(int delta) {
        increase(delta);
        return value;
    }

    long pid() {
        return ProcessHandle.current().pid();
    }

    long thread() {
        return Thread.currentThread().threadId();
    }

    int waitAt(Gate gate) throws InterruptedException {
        return gate.pass(value);
    }

    int oops() {
        throw new IllegalStateException("Oops");
    }

    boolean wasRestarted() {
        return Ray.getRuntimeContext().wasCurrentActorRestarted();
    }

    int leave() {
        Ray.exitActor();
        return value;
    }

    int endTheProcess() {
        System.exit(-1);
        return value;
    }
}
