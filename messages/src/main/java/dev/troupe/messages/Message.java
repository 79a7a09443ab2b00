package dev.troupe.messages;

import dev.troupe.functions.Code;
import dev.troupe.head.ActorKey;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import java.util.SortedMap;

/// The messages between processes, in families by their receiver. Within one process a message object is passed on unchanged; between processes
/// [MessageCodec] encodes it.
public sealed interface Message {

    /// For any process, from any other.
    sealed interface ToProcess extends Message permits ToHost, ToCaller, ToObjects, FromHead {}

    /// For the part of a process that runs tasks and actors.
    sealed interface ToHost extends ToProcess {}

    /// For the part of a process that made a call.
    sealed interface ToCaller extends ToProcess {}

    /// For the part of a process that keeps its objects.
    sealed interface ToObjects extends ToProcess {}

    /// For a process, from the agent of its node.
    sealed interface ToMember extends Message {}

    /// For the agent of a node.
    sealed interface ToAgent extends Message permits FromMember, FromServer, FromAgent {}

    /// For the agent of a node, from that of another.
    sealed interface FromAgent extends ToAgent {}

    /// For the agent of a node, from a process there.
    sealed interface FromMember extends ToAgent permits ForHead, Stored, Renounced, Measured {}

    /// For the head server, from a process. Its agent passes it on in a [Relayed].
    sealed interface ForHead extends FromMember {}

    /// For the agent of a node, from the head server.
    sealed interface FromServer extends ToAgent {}

    /// For the head server, from the agent of a node.
    sealed interface ToServer extends Message {}

    /// Run a task: at most `slots` of this lane at once.
    ///
    /// @param refs the outcomes of the references among the arguments; null for none
    record Run(long number, int lane, int slots, boolean urgent, String name, Code code, byte[] arguments, Outcome[] refs)
            implements
                ToHost {}

    /// From now on, this many tasks of a lane may run at once.
    record Slots(int lane, int slots) implements ToHost {}

    /// Call an actor.
    ///
    /// @param group the concurrency group; empty for the method's own, [#BESIDE] for none of them
    record Ask(long number, ActorKey actor, int incarnation, String group, String name, Code code, byte[] arguments, Outcome[] refs)
            implements
                ToHost {
        /// Runs at once, regardless of the other calls of the actor. No group of a user has this name.
        public static final String BESIDE = "\0beside the groups";
    }

    /// Cancel a task or call in any state.
    record Cancel(long number) implements ToHost {}

    /// A task or call has ended.
    ///
    /// @param nanos how long it ran
    record Done(long number, Outcome outcome, long nanos) implements ToCaller {}

    /// A task waits for an object and does not need its CPU in the meantime, or it continues.
    record Idle(int lane, boolean waits) implements ToCaller {}

    /// The owner of a result holds the objects inside it: the sender need not hold them any more.
    record Kept(long number) implements ToObjects {}

    /// Send me the outcome of your object.
    ///
    /// @param lost where its bytes should be in the store but are missing; 0 if none are missing
    record Fetch(long number, long lost) implements ToObjects {}

    /// The outcome of an object that the sender owns.
    record Fetched(long number, Outcome outcome) implements ToObjects {}

    /// I refer to these objects of yours.
    record Borrow(long request, long[] numbers) implements ToObjects {}

    /// The answer to [Borrow]: the owner holds the objects for the borrower.
    record Borrowed(long request) implements ToObjects {}

    /// I no longer refer to this object of yours.
    record Release(long number) implements ToObjects {}

    /// The store fills up: look for objects that are no longer referred to.
    record Collect() implements ToObjects {}

    /// An effect of the head for a process.
    record FromHead(Effect.ToProcess effect) implements ToProcess {}

    /// A process has died.
    ///
    /// @param node where it was
    /// @param ran the numbers of the tasks that ran in it
    record Gone(int process, int node, String why, long[] ran) implements ToMember {}

    /// The answer to a [Question].
    ///
    /// @param refused why it was refused, or null
    record Answer(long request, Object value, String refused) implements ToMember {}

    /// This process wants to send you something and cannot dial you: dial it.
    record Meet(int process, String address) implements ToMember {}

    /// Send me your metrics.
    record Measure(long request) implements ToMember {}

    /// The answer to [Measure].
    ///
    /// @param families the metrics of the sender by their names
    record Measured(long request, SortedMap<String, String> families) implements FromMember {}

    /// This process no longer answers me.
    record Unreachable(int process, String why) implements ForHead {}

    /// A fact that a process reports to the head.
    record ToHead(Fact fact) implements ForHead {}

    /// I am ready, and listen at this address for processes of other nodes.
    ///
    /// @param address empty if no process of another node can dial me
    /// @param pid of this process on its machine
    record Listens(String address, long pid) implements ForHead {}

    /// An operation of a process on an object in the store.
    ///
    /// @param owner the process for which it is sealed
    record Stored(long id, What what, int owner) implements FromMember {
        public enum What {
            SEALED, TAKEN, DISCARDED, UNPINNED, DELETED
        }
    }

    /// I know that this process died, and accept nothing from it any more.
    ///
    /// @param node where it was
    record Renounced(int process, int node) implements FromMember {}

    /// A question to the head or the store, answered by [Answer].
    record Question(long request, Query query) implements ForHead {}

    /// A process of my node sends this.
    record Relayed(int process, ForHead message) implements ToServer {}

    /// A process of my node reports this about your store.
    record StoredElsewhere(int process, Stored message) implements FromAgent {}

    /// A process of my node renounces a dead process of your node.
    record RenouncedElsewhere(int process, int dead) implements FromAgent {}

    /// A sign of life of a node, answered by [Beaten].
    record Beat(long number) implements ToServer {}

    /// My workers have ended, and I leave the cluster.
    record Left(String why) implements ToServer {}

    /// Leave the cluster.
    record Leave(String why) implements FromServer {}

    /// For a process of your node.
    record Deliver(int process, Message message) implements FromServer {}

    /// For all processes of your node.
    record DeliverToAll(ToMember message) implements FromServer {}

    /// An effect of the head for a node.
    record Order(Effect.ToNode effect) implements FromServer {}

    /// The answer to [Beat].
    record Beaten(long number) implements FromServer {}
}
