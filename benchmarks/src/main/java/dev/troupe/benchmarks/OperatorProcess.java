package dev.troupe.benchmarks;

import dev.troupe.jobs.OperatorProgram;

/// The operator as a process of its own.
final class OperatorProcess {
    private OperatorProcess() {}

    static void main(String[] args) {
        System.exit(OperatorProgram.found().run(args));
    }
}
