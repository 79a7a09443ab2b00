package dev.troupe.calls;

import dev.troupe.objects.CallerId;

/// A task or an actor's call of a [SubmitterSimulation].
///
/// @param depth of the nesting
/// @param level of the actors it may call: those below wait for it, perhaps
/// @param children how many others it asks for and waits for, one after the other
record SimWork(SimParty submitter, CallerId submittedAs, int depth, int level, int children) {

    /// It runs: again, perhaps.
    static final class Attempt {
        final long number;
        final SimWork work;
        /// As whom it calls actors.
        final CallerId caller;
        int children;
        /// The result that it waits for; 0 for none.
        long waitsFor;

        Attempt(long number, SimWork work, CallerId caller) {
            this.number = number;
            this.work = work;
            this.caller = caller;
            this.children = work.children;
        }
    }
}
