package dev.troupe.calls;

import dev.troupe.objects.CallerId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/// The calls that wait to be sent to an actor, for each caller in order. A caller whose first call waits for its arguments delays nobody else; the
/// others take turns. The record of a caller is removed with its last call.
///
/// Guarded by the [ActorClient] it belongs to.
final class Backlog {
    /// The calls of one caller.
    private static final class Line {
        final Deque<Call> calls = new ArrayDeque<>();
        /// Whether it is among the callers that are due.
        boolean due;
    }

    private final Map<CallerId, Line> lines = new LinkedHashMap<>();
    /// Callers whose first call has its arguments, in turn; including some whose first call was removed.
    private final Deque<Line> due = new ArrayDeque<>();

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /// Whether a call that is ready need not wait behind another one.
    boolean isClearFor(CallerId caller) {
        return lines.isEmpty() || (due.isEmpty() && !lines.containsKey(caller));
    }

    void addLast(Call call) {
        Line line = line(call.caller);
        line.calls.addLast(call);
        look(line);
    }

    /// It was sent before, and goes ahead of its caller's later calls.
    void addFirst(Call call) {
        Line line = line(call.caller);
        line.calls.addFirst(call);
        look(line);
    }

    private Line line(CallerId caller) {
        return lines.computeIfAbsent(caller, _ -> new Line());
    }

    /// The arguments of a call of this caller are ready.
    void ready(CallerId caller) {
        Line line = lines.get(caller);
        if (line != null) {
            look(line);
        }
    }

    private void look(Line line) {
        if (!line.due && !line.calls.isEmpty() && line.calls.peekFirst().ready()) {
            line.due = true;
            due.addLast(line);
        }
    }

    /// Takes the call that can be sent next; null if there is none.
    Call poll() {
        for (Line line = due.pollFirst(); line != null; line = due.pollFirst()) {
            line.due = false;
            Call call = line.calls.peekFirst();
            if (call != null && call.ready()) {
                line.calls.pollFirst();
                dropIfEmpty(call.caller, line);
                look(line);
                return call;
            }
        }
        return null;
    }

    /// Returns whether it was present.
    boolean remove(Call call) {
        Line line = lines.get(call.caller);
        if (line == null || !line.calls.remove(call)) {
            return false;
        }
        dropIfEmpty(call.caller, line);
        look(line);
        return true;
    }

    private void dropIfEmpty(CallerId caller, Line line) {
        if (line.calls.isEmpty()) {
            lines.remove(caller);
        }
    }

    void removeIf(Predicate<Call> hopeless) {
        for (Iterator<Line> all = lines.values().iterator(); all.hasNext();) {
            Line line = all.next();
            line.calls.removeIf(hopeless);
            if (line.calls.isEmpty()) {
                all.remove();
            }
            look(line);
        }
    }
}
