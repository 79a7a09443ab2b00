package dev.troupe.hosting;

import dev.troupe.cluster.Facts;
import dev.troupe.head.ActorKey;
import dev.troupe.head.Fact;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Actors that end here: they are fenced and interrupted at once. The head is told that an actor has ended when none of its threads runs any more;
/// its resources are released only then.
final class Endings {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final class Ending {
        final String why;
        final long since = System.nanoTime();
        boolean late;

        Ending(String why) {
            this.why = why;
        }
    }

    private final Facts head;
    private final Map<HostedActor, Ending> all = new ConcurrentHashMap<>();

    Endings(Facts head) {
        this.head = head;
    }

    /// Ends an actor, once.
    void begin(HostedActor actor, String why) {
        if (all.putIfAbsent(actor, new Ending(why)) == null) {
            actor.end();
            actor.whenIdle(() -> {
                actor.forget();
                head.tell(new Fact.ActorExited(actor.key, actor.incarnation, why));
                all.remove(actor);
            });
        }
    }

    /// Whether the head will be told of its end anyway.
    boolean contains(ActorKey key, int incarnation) {
        return all.keySet().stream().anyMatch(actor -> actor.key.equals(key) && actor.incarnation == incarnation);
    }

    /// Called periodically.
    void tick(long now) {
        all.forEach((actor, ending) -> {
            if (!ending.late && now - ending.since > PATIENCE_NANOS) {
                ending.late = true;
                actor.running().forEach(thread -> say(actor, ending.why, thread));
                head.tell(new Fact.ActorRunsOn(actor.key, actor.incarnation, ending.why));
            }
        });
    }

    private static void say(HostedActor actor, String why, Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        System.getLogger("dev.troupe.runtime").log(Level.WARNING,
                actor.creation().terms().className() + " (" + actor.key + ") has ended (" + why + ") and was interrupted, but its "
                        + thread.getName() + " still runs" + (stack.length == 0 ? "" : " at " + stack[0])
                        + ": the actor's resources are released only when that returns; make it check Thread.interrupted()");
    }
}
