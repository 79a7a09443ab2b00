package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;

/// What processes say to each other. Within one process a message is handed over as it is; between processes [MessageCodec] makes it bytes.
sealed interface Message {

    /// Run a task: at most `slots` of this lane at once.
    ///
    /// @param refs what became of the references among the arguments; null for none
    record Run(long number, int lane, int slots, boolean urgent, String name, Code code, byte[] arguments, Outcome[] refs)
            implements
                Message {}

    /// So many of a lane may run at once from now on.
    record Slots(int lane, int slots) implements Message {}

    /// Call an actor.
    ///
    /// @param group the concurrency group; empty for the method's own, [#BESIDE] for none of them
    record Ask(long number, ActorKey actor, int incarnation, String group, String name, Code code, byte[] arguments, Outcome[] refs)
            implements
                Message {
        /// Served at once, whatever else the actor does. No group of a user's has such a name.
        static final String BESIDE = "\0beside the groups";
    }

    /// A task or call is over.
    ///
    /// @param nanos how long it ran
    record Done(long number, Outcome outcome, long nanos) implements Message {}

    /// The owner of a result has what is inside it: the sender need not hold that any more.
    record Kept(long number) implements Message {}

    /// A task waits for an object and does not need its processor meanwhile; or goes on.
    record Idle(int lane, boolean waits) implements Message {}

    /// End a task or call, whatever it does.
    record Cancel(long number) implements Message {}

    /// Tell me what becomes of your object.
    ///
    /// @param lost where its bytes were said to be in the store and are not; 0 if there is nothing to complain about
    record Fetch(long number, long lost) implements Message {}

    /// What became of an object of ours.
    record Fetched(long number, Outcome outcome) implements Message {}

    /// I refer to these objects of yours.
    record Borrow(long request, long[] numbers) implements Message {}

    /// Whoever borrows may go on.
    record Borrowed(long request) implements Message {}

    /// I do not refer to this object of yours any more.
    record Release(long number) implements Message {}

    /// A process is gone.
    ///
    /// @param ran the numbers of the tasks that ran in it
    record Gone(int process, String why, long[] ran) implements Message {}

    /// From a worker to the driver: this one does not answer me any more.
    record Unreachable(int process, String why) implements Message {}

    /// From a process to the one that holds the store: what it does with an object.
    ///
    /// @param owner whom it is sealed for
    record Stored(long id, What what, int owner) implements Message {
        enum What {
            SEALED, TAKEN, DISCARDED, UNPINNED, DELETED
        }
    }

    /// From a process to the one that holds the store: I have heard of that one's death, and take nothing of it any more.
    record Renounced(int process) implements Message {}

    /// The store fills up: look for what nobody refers to any more.
    record Collect() implements Message {}

    /// From a process to the head.
    record ToHead(Fact fact) implements Message {}

    /// From the head to a process.
    record FromHead(Effect effect) implements Message {}

    /// A question to the process that holds head and store, or of the driver to a worker, answered by [Answer].
    record Question(long request, Query query) implements Message {}

    /// The answer to a [Question].
    ///
    /// @param refused why not, or null
    record Answer(long request, Object value, String refused) implements Message {}
}
