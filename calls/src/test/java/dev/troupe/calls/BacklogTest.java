package dev.troupe.calls;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.messages.Outcome;
import dev.troupe.objects.CallerId;
import dev.troupe.objects.TrackedObject;
import org.junit.jupiter.api.Test;

final class BacklogTest {
    private static final Outcome NOTHING = new Outcome.Inline(new byte[0], null);

    private final Backlog backlog = new Backlog();
    private final CallerId ann = new CallerId();
    private final CallerId bob = new CallerId();
    private long numbers;

    private Call call(CallerId caller, TrackedObject... arguments) {
        Call call = new Call(entry(), "call", null, new Arguments(new byte[0], arguments, null), "", false, 0);
        call.caller = caller;
        return call;
    }

    private Call added(CallerId caller, TrackedObject... arguments) {
        Call call = call(caller, arguments);
        backlog.addLast(call);
        return call;
    }

    private TrackedObject entry() {
        return new TrackedObject(1, ++numbers);
    }

    @Test
    void theCallsOfACallerWaitBehindTheOneThatWaitsForItsArgumentAndThoseOfOthersDoNot() {
        TrackedObject argument = entry();
        Call first = added(ann, argument);
        Call second = added(ann);
        Call other = added(bob);
        assertSame(other, backlog.poll());
        assertNull(backlog.poll());
        argument.complete(NOTHING);
        backlog.ready(ann);
        assertSame(first, backlog.poll());
        assertSame(second, backlog.poll());
        assertTrue(backlog.isEmpty());
    }

    @Test
    void callersTakeTurns() {
        Call first = added(ann);
        Call second = added(ann);
        Call other = added(bob);
        assertSame(first, backlog.poll());
        assertSame(other, backlog.poll());
        assertSame(second, backlog.poll());
    }

    @Test
    void whoeverComesWhileOthersCouldBeSentWaitsForHisTurn() {
        assertTrue(backlog.isClearFor(ann));
        added(ann);
        assertFalse(backlog.isClearFor(bob));
    }

    @Test
    void whoeverComesWhileOthersWaitForArgumentsNeedNotWait() {
        added(ann, entry());
        assertTrue(backlog.isClearFor(bob));
        assertFalse(backlog.isClearFor(ann));
    }

    @Test
    void whatWasSentBeforeGoesAheadOfWhatWaits() {
        Call waits = added(ann);
        Call later = call(ann);
        backlog.addFirst(later);
        Call sooner = call(ann);
        backlog.addFirst(sooner);
        assertSame(sooner, backlog.poll());
        assertSame(later, backlog.poll());
        assertSame(waits, backlog.poll());
    }

    @Test
    void whatIsTakenAwayHoldsUpNothing() {
        Call first = added(ann, entry());
        Call second = added(ann);
        assertTrue(backlog.remove(first));
        assertFalse(backlog.remove(first));
        assertSame(second, backlog.poll());
        Call third = added(ann);
        Call fourth = added(ann, entry());
        backlog.removeIf(call -> call == third);
        assertNull(backlog.poll());
        assertTrue(backlog.remove(fourth));
        assertTrue(backlog.isEmpty());
        Call fifth = added(ann);
        assertSame(fifth, backlog.poll());
    }
}
