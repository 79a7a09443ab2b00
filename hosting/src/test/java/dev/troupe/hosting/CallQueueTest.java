package dev.troupe.hosting;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.calls.ConcurrencyGroups;
import dev.troupe.calls.Creation;
import dev.troupe.head.ActorKey;
import dev.troupe.head.JobKey;
import dev.troupe.messages.ActorTerms;
import dev.troupe.messages.LocalPeer;
import dev.troupe.messages.Message;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The calls of an actor that does nothing.
final class CallQueueTest {
    private final ActorThreads threads = new ActorThreads();
    private final ActorKey key = new ActorKey(new JobKey(1), 1);
    private final HostedActor actor = new HostedActor(null, Runnable::run, _ -> {}, threads, key, 1, 0,
            new Creation(new ActorTerms("Idle", 0, -1), null,
                    new byte[0], new int[0], new long[0], 1, ConcurrencyGroups.of(List.of())),
            null);
    private final CallQueue queue = new CallQueue(actor, null, threads, 1);

    /// Whoever waits for the actor to have nothing to do: its end, if no handle to it is left.
    @Test
    void aCallCancelledJustBeforeItsThreadTakesItIsWaitedForByNobody() throws InterruptedException {
        LocalPeer caller = new LocalPeer(1, (_, _) -> {});
        CountDownLatch idle = new CountDownLatch(1);
        synchronized (queue) { // its thread is there, but cannot take the call yet
            queue.add(caller, new Message.Ask(7, key, 1, "", "call", null, new byte[0], null));
            queue.whenIdle(idle::countDown);
            queue.cancel(caller, 7);
        }
        assertTrue(idle.await(10, TimeUnit.SECONDS));
        threads.close();
    }
}
