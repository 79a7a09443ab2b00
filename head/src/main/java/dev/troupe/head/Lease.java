package dev.troupe.head;

/// A submitter's right to run one task at a time in a worker.
final class Lease {
    enum Stage {
        /// Its worker is still starting.
        RESERVED, GRANTED,
        /// Its submitter has lost the right, but its task may still be running.
        REVOKED
    }

    private final LeaseKey key;
    private final Claim claim;
    private final Worker worker;
    private final Hold hold;
    private Stage stage = Stage.RESERVED;

    Lease(LeaseKey key, Claim claim, Worker worker, Hold hold) {
        this.key = key;
        this.claim = claim;
        this.worker = worker;
        this.hold = hold;
    }

    LeaseKey key() {
        return key;
    }

    Claim claim() {
        return claim;
    }

    Worker worker() {
        return worker;
    }

    Hold hold() {
        return hold;
    }

    Stage stage() {
        return stage;
    }

    void stage(Stage stage) {
        this.stage = stage;
    }
}
