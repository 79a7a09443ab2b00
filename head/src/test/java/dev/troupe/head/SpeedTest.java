package dev.troupe.head;

import static dev.troupe.head.Trial.DRIVER;
import static dev.troupe.head.Trial.cpu;
import static dev.troupe.head.Trial.only;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Far above what is asked of the head, so that only a scan over everything makes it fail; counted in the time of this thread alone.
final class SpeedTest {
    @Test
    void actorsComeAndGoQuicklyWhenThereAreMany() {
        var trial = Trial.with(Resources.cpu(4));
        long start = cpuTime();
        int count = 50_000;
        for (int i = 1; i <= count; i++) {
            var actor = trial.create(trial.spec());
            if (i % 2 == 0) {
                trial.on(new Fact.HandleReleased(DRIVER, actor));
                trial.on(new Fact.ActorExited(actor, 1, "no handle to it is left"));
            }
            trial.effects.clear();
        }
        report("actors", count, start, 20_000);
        assertEquals(count / 2, trial.head.actors().stream().filter(actor -> actor.state() == ActorState.ALIVE).count());
    }

    @Test
    void leasesChangeHandsQuickly() {
        var trial = Trial.with(Resources.cpu(4), Resources.cpu(4), Resources.cpu(4));
        trial.demand(DRIVER, cpu(1), 1_000);
        var other = trial.last(Effect.Granted.class).worker();
        trial.demand(other, cpu(1), 1_000);
        long start = cpuTime();
        int count = 200_000;
        for (int i = 0; i < count; i++) {
            var lease = trial.last(Effect.Granted.class);
            trial.effects.clear();
            trial.on(new Fact.Return(lease.lease()));
        }
        report("returns", count, start, 100_000);
    }

    @Test
    void manyNodesAndSubmittersDoNotMakeItSlow() {
        var nodes = new Resources[2_000];
        Arrays.fill(nodes, Resources.cpu(2));
        var trial = Trial.with(nodes);
        trial.demand(DRIVER, cpu(1), 2_000);
        var submitters = only(Effect.Granted.class, trial.effects).stream().map(Effect.Granted::worker).distinct().toList();
        submitters.forEach(submitter -> trial.on(new Fact.Demand(submitter, cpu(1), 1_000)));
        var running = new ArrayDeque<>(only(Effect.Granted.class, trial.effects));
        trial.effects.clear();
        long start = cpuTime();
        int count = 50_000;
        for (int i = 0; i < count; i++) {
            running.addAll(only(Effect.Granted.class, trial.on(new Fact.Return(running.remove().lease()))));
            trial.effects.clear();
        }
        report("returns among many", count, start, 10_000);
    }

    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void report(String what, int count, long start, double least) {
        double perSecond = count * 1e9 / (cpuTime() - start);
        System.out.printf("%.0f %s per second%n", perSecond, what);
        assertTrue(perSecond > least, () -> perSecond + " " + what + " per second");
    }
}
