package dev.troupe.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.cluster.LocalStore;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.JobKey;
import dev.troupe.head.LeaseKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.WorkerSettings;
import dev.troupe.messages.Failure;
import dev.troupe.messages.Message;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Peers;
import dev.troupe.messages.ThisProcess;
import dev.troupe.objects.ProcessObjects;
import dev.troupe.objects.Ref;
import dev.troupe.store.ObjectStore;
import dev.troupe.values.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A submitter whose workers and head say what the test wants.
final class TaskSubmitterTest {
    private static final Shape SHAPE = Shape.of(Resources.cpu(1), WorkerSettings.shared(new JobKey(1)).alone());
    private static final ProcessKey SELF = new ProcessKey(1);

    /// What was told to the head, and what was sent to which worker.
    private final List<Fact> facts = new CopyOnWriteArrayList<>();
    private final List<String> sent = new CopyOnWriteArrayList<>();

    private record Worker(int process, List<String> sent) implements Peer {
        @Override
        public void send(Message message) {
            switch (message) {
                case Message.Run run -> sent.add("run " + run.name() + " at " + process);
                case Message.Cancel _ -> sent.add("cancel at " + process);
                default -> {
                }
            }
        }

        @Override
        public boolean congested() {
            return false;
        }
    }

    @TempDir
    private Path directory;
    private ObjectStore store;
    private ProcessObjects objects;
    private SentCalls calls;
    private TaskSubmitter submitter;

    @BeforeEach
    void open() throws IOException {
        ClassLoader loader = TaskSubmitterTest.class.getClassLoader();
        store = ObjectStore.open(directory, "test", 1 << 20, directory);
        ThisProcess self = new ThisProcess(1, 1, 1, "192.0.2.7", "here", List.of(), loader, Values.with(loader));
        Peers peers = process -> new Worker(process, sent);
        objects = new ProcessObjects(self, facts::add, peers, new LocalStore(store, 1), Runnable::run, (_, _) -> null);
        calls = new SentCalls(Runnable::run);
        Reasons reasons = new Reasons();
        submitter = new TaskSubmitter(new Leases(1, facts::add, reasons), calls, peers, objects, new CallFailures(self, Runnable::run),
                reasons, System::nanoTime);
    }

    @AfterEach
    void close() throws IOException {
        objects.close();
        store.close();
    }

    private Call submit(String name) {
        return submit(name, 1);
    }

    private Call submit(String name, int retries) {
        Call call = new Call(objects.numbers().newObject(), name, null, new Arguments(new byte[0], null, null), "", false, retries);
        submitter.submit(call, SHAPE);
        return call;
    }

    private void grant(long lease, int worker) {
        submitter.granted(new Effect.Granted(SELF, new LeaseKey(lease), SHAPE, new ProcessKey(worker), new NodeKey(1), List.of(), false));
    }

    private void done(Call call) {
        assertTrue(calls.done(new Message.Done(call.number(), new Outcome.Failed(new Failure.Other("over")), 1)));
    }

    private boolean returned(long lease) {
        return facts.contains(new Fact.Return(new LeaseKey(lease)));
    }

    @Test
    void aTaskSentToAWorkerJustAfterItsDeathRunsElsewhere() {
        Call task = submit("task");
        submitter.gone(2, "killed", Set.of());
        grant(7, 2);
        assertEquals(List.of("run task at 2"), sent);
        submitter.leaseLost(new Effect.LeaseLost(SELF, new LeaseKey(7), "killed", true, Set.of()));
        assertFalse(task.result.done());
        grant(8, 3);
        assertEquals(List.of("run task at 2", "run task at 3"), sent);
        assertTrue(facts.contains(new Fact.Demand(SELF, SHAPE, 1)));
    }

    @Test
    void aTaskThatRanBesideOthersIsRunAgainAndPaysNothing() {
        Call task = submit("task", 1);
        grant(7, 2);
        submitter.gone(2, "killed", Set.of(task.number(), 99L));
        grant(8, 3);
        assertEquals(1, task.retries);
        submitter.gone(3, "killed", Set.of(task.number()));
        grant(9, 4);
        assertEquals(0, task.retries, "now it was alone");
        assertEquals(List.of("run task at 2", "run task at 3", "run task at 4"), sent);
        submitter.gone(4, "killed", Set.of(task.number()));
        assertInstanceOf(Failure.WorkerDied.class, ((Outcome.Failed) task.result.outcome()).failure());
    }

    @Test
    void aTaskWithoutRetriesRunsAtMostOnceWhoeverEndedItsWorker() {
        Call began = submit("began", 0);
        grant(7, 2);
        submitter.gone(2, "killed", Set.of(began.number(), 99L));
        assertInstanceOf(Failure.WorkerDied.class, ((Outcome.Failed) began.result.outcome()).failure());
        Call sentOnly = submit("sent only", 0);
        grant(8, 3);
        submitter.gone(3, "killed", Set.of(99L));
        grant(9, 4);
        assertEquals(List.of("run began at 2", "run sent only at 3", "run sent only at 4"), sent);
        assertFalse(sentOnly.result.done(), "what never began is not run twice");
    }

    @Test
    void aCancelledTaskKeepsItsLeaseUntilItHasEnded() {
        Call first = submit("first");
        grant(7, 2);
        Call second = submit("second");
        assertTrue(new Ref<>(first.result, objects.getter()).cancel());
        assertTrue(first.result.done(), "whoever waits for it hears at once");
        assertEquals(List.of("run first at 2", "cancel at 2"), sent);
        done(first);
        assertEquals(List.of("run first at 2", "cancel at 2", "run second at 2"), sent);
        assertFalse(second.result.done());
    }

    @Test
    void aCancelledTaskIsNotRunAgainWhenItsWorkerDies() {
        Call task = submit("task");
        grant(7, 2);
        assertTrue(new Ref<>(task.result, objects.getter()).cancel());
        submitter.gone(2, "killed", Set.of(task.number()));
        grant(8, 3);
        assertEquals(List.of("run task at 2", "cancel at 2"), sent);
    }

    @Test
    void whatRanInARemovedGroupFailsAtOnceAndItsLeaseGoesBackWhenItHasEnded() {
        Call task = submit("task");
        grant(7, 2);
        submitter.leaseLost(new Effect.LeaseLost(SELF, new LeaseKey(7), "its group is removed", false, Set.of()));
        assertInstanceOf(Failure.Other.class, ((Outcome.Failed) task.result.outcome()).failure());
        assertEquals(List.of("run task at 2", "cancel at 2"), sent);
        assertFalse(returned(7));
        done(task);
        assertTrue(returned(7));
    }
}
