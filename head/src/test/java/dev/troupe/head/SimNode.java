package dev.troupe.head;

import java.util.Set;

/// A node of the simulation: starts and stops workers.
final class SimNode {
    final Simulation world;
    final NodeKey key;
    final boolean embedded;
    /// Whether it runs, even if the head has lost it.
    boolean alive = true;
    boolean suspect;
    boolean draining;
    boolean lost;

    SimNode(Simulation world, NodeKey key, boolean embedded) {
        this.world = world;
        this.key = key;
        this.embedded = embedded;
    }

    void receive(Effect effect) {
        if (!alive || lost) {
            return;
        }
        if (effect instanceof Effect.StartWorker start) {
            int luck = world.ending ? 0 : world.random.nextInt(20);
            var process = start.process();
            if (luck == 19) {
                var causes = StartFailure.values();
                tell(process, new Fact.WorkerFailed(process, "it could not be started", causes[world.random.nextInt(causes.length)]));
            } else if (luck == 18) {
                tell(process, new Fact.ProcessLost(process, "it died early", Set.of()));
            } else {
                world.add(new SimProcess(world, process, start.settings().job(), key));
                tell(process, new Fact.WorkerStarted(process));
            }
        } else if (effect instanceof Effect.StopWorker stop) {
            world.process(stop.process()).ifPresent(process -> process.die("it was told to stop"));
        }
    }

    /// In order with what the process itself says.
    private void tell(ProcessKey process, Fact fact) {
        world.wires.send(process, "head", () -> {
            if (!lost) {
                world.happens(fact);
            }
        });
    }
}
