package dev.troupe.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Files;
import dev.troupe.dijob.Names;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Yaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random sequences of scaling, failure, deletion and operators killed halfway. A failing seed names itself; `-Dseeds` tries
/// more of them.
final class RandomWalkTest {
    private static final int SEEDS = Integer.getInteger("seeds", 50);
    private static final int STEPS = 120;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ranksAreUniqueAndEachPodFindsItselfAtEveryMoment(boolean elastic) {
        for (int seed = 0; seed < SEEDS; seed++) {
            Walk walk = new Walk(seed, elastic);
            try {
                walk.run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " after " + walk.trace, e);
            }
        }
    }

    private static final class Walk {
        final Random random;
        final boolean elastic;
        final World world;
        final List<String> trace = new ArrayList<>();
        final Map<Slot, Integer> wantedSince = new HashMap<>();
        int image;
        boolean suspend;
        int[] replicas = {1, 2, 1};

        Walk(long seed, boolean elastic) {
            this.random = new Random(seed);
            this.elastic = elastic;
            this.world = World.of(yaml());
        }

        private String yaml() {
            String terms = "backoffLimit: null\npreemptible: true\nsuspend: " + suspend;
            String yaml = elastic
                    ? Yaml.elastic(
                            terms + "\nminReplicas: " + Math.min(replicas[0], replicas[1] + 1) + "\nmaxReplicas: " + (replicas[1] + 1))
                    : Yaml.tasks(terms, "learner*" + (replicas[0] + 1), "collector*" + (replicas[1] + 1), "x*" + (replicas[2] + 1));
            return yaml.replace("image: ding", "image: 'ding:" + image + "'");
        }

        void run() {
            for (int i = 0; i < STEPS && !world.phase().ended(); i++) {
                disturb();
                operate();
            }
            suspend = false;
            world.job = Files.parse(yaml());
            calm();
        }

        private void disturb() {
            Pod pod = world.pods.isEmpty() ? null : List.copyOf(world.pods.values()).get(random.nextInt(world.pods.size()));
            int what = random.nextInt(14);
            trace.add(what + (pod == null ? "" : " " + pod.name()));
            switch (what) {
                case 0, 1, 2 -> {
                    replicas[random.nextInt(replicas.length)] = random.nextInt(4);
                    world.job = Files.parse(yaml());
                }
                case 3 -> {
                    image++;
                    world.job = Files.parse(yaml());
                }
                case 4 -> {
                    suspend = random.nextInt(3) == 0;
                    world.job = Files.parse(yaml());
                }
                case 5 -> world.requested = random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(random.nextInt(6));
                case 6 -> world.slowToLeave = random.nextBoolean();
                case 7 -> world.sweep();
                case 8 -> world.later(Duration.ofSeconds(random.nextInt(90)));
                case 9, 10 -> world.all(one -> one.active() && random.nextInt(3) > 0 ? new Pods(one).ready() : one);
                default -> {
                    if (pod != null) {
                        hurt(pod);
                    }
                }
            }
        }

        private void hurt(Pod pod) {
            switch (random.nextInt(5)) {
                case 0 -> world.change(pod.name(), one -> new Pods(one).failed(1));
                case 1 -> world.change(pod.name(), one -> new Pods(one).failed("Evicted"));
                case 2 -> world.change(pod.name(), one -> new Pods(one).failed(143));
                case 3 -> world.pods.remove(pod.name());
                default -> world.change(pod.name(), one -> new Pods(one).deleting(world.now));
            }
        }

        /// A decision, carried out to some point: then the operator is killed, or goes on.
        private void operate() {
            Decision decision = world.decide();
            assertEquals(decision, world.decide(), "the same observation, another decision");
            keepsRanks();
            if (random.nextInt(8) == 0) {
                return; // killed before it wrote anything
            }
            world.status = Status.read(decision.status().tree());
            for (Action action : decision.actions()) {
                if (random.nextInt(8) == 0) {
                    return;
                }
                world.perform(action);
                check();
            }
        }

        /// Who is wanted all the time keeps the rank it got.
        private void keepsRanks() {
            Set<Slot> wanted = new HashSet<>(Slot.of(TaskLifecycle.tasks(world.job, world.observe())));
            wantedSince.keySet().retainAll(wanted);
        }

        private void check() {
            Set<Integer> ranks = new HashSet<>();
            for (Pod pod : world.pods.values()) {
                assertTrue(ranks.add(pod.rank()), () -> "two pods of rank " + pod.rank() + ": " + world.names());
                Map<String, String> variables = world.variables.get(pod.name());
                String[] nodes = variables.get("DI_NODES").split(",", -1);
                assertEquals(Integer.toString(pod.rank()), variables.get("DI_RANK"));
                assertEquals(pod.name(), nodes[pod.rank()].replaceFirst("\\..*", ""), "DI_NODES[DI_RANK]");
                assertEquals(variables.get("PADDLE_CURRENT_ENDPOINT"),
                        variables.get("PADDLE_TRAINER_ENDPOINTS").split(",", -1)[pod.rank()]);
                assertTrue(pod.rank() < Integer.parseInt(variables.get("TROUPE_REPLICAS")));
                if (!pod.deleting()) {
                    Integer before = wantedSince.put(pod.slot(), pod.rank());
                    assertTrue(before == null || before == pod.rank(), () -> pod.slot() + " had rank " + before + " and now " + pod.rank());
                }
            }
        }

        /// When nothing happens any more, all runs as it is written.
        private void calm() {
            for (int i = 0; i < 60; i++) {
                world.sweep().later(Duration.ofMinutes(2));
                world.all(pod -> pod.active() ? new Pods(pod).ready() : pod);
                world.step();
                check();
            }
            Set<String> names = new TreeSet<>();
            Slot.of(TaskLifecycle.tasks(world.job, world.observe())).forEach(slot -> names.add(
                    Names.pod(world.job, slot.task(), slot.index(), world.status.counters().generation())));
            if (!world.phase().ended()) {
                assertEquals(names, world.names());
                assertEquals(names.isEmpty() ? Phase.PENDING : Phase.RUNNING, world.phase());
                assertEquals(List.of(), world.decide().actions(), "nothing left to do");
                world.pods.values()
                        .forEach(pod -> assertEquals(Fingerprint.of(world.job, world.job.task(pod.task()).orElseThrow()), pod.template()));
            }
        }
    }
}
